import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findCertutil } from './find-certutil.ts'

const run = promisify(execFile)

/** Two calls of certutil take some 0.2 s. */
const LIMIT_MS = 15_000

/**
 * Makes Chromium trust a private root besides the public ones: an NSS store below its home folder, which is where it
 * looks on Linux. The certificate checks stay as they are.
 * @throws Error where certutil is missing or fails
 */
export async function makeTrustStore(home: string, caFile: string, signal: AbortSignal): Promise<void> {
  const certutil = findCertutil()
  if (certutil === null)
    throw new Error(
      'certutil is missing, which makes the browser trust the private root: run scripts/setup-browser.sh',
    )
  const folder = join(home, '.pki', 'nssdb')
  await mkdir(folder, { recursive: true })
  const options = { signal, timeout: LIMIT_MS, env: { ...process.env, ...certutil.env } }
  const store = ['-d', `sql:${folder}`]
  await run(certutil.program, ['-N', '--empty-password', ...store], options)
  const root = ['-A', '-n', 'towline private root', '-t', 'C,,', '-i', caFile]
  await run(certutil.program, [...root, ...store], options)
}
