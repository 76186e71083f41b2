import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { CliError, EXIT } from '../exit/exit-codes.ts'

const MISSING = {
  sandbox: 'the sandbox cannot be set up on this machine (see the lines above)',
  origin: 'the lab’s own server cannot be built on this machine (see the lines above)',
  link: 'no emulated link can be had on this machine (see the lines above)',
  browser: 'there is no browser to probe with (see the lines above; --survey-only needs none)',
  'stack-nginx': 'there is no nginx with HTTP/3 for this machine (see the lines above)',
  'stack-quiche': 'the server with quiche cannot be built on this machine (see the lines above)',
  packets: 'the packet tools cannot be set up on this machine (see the lines above)',
} as const

/** These work in network namespaces. */
const ON_LINUX_ALONE: readonly (keyof typeof MISSING)[] = ['sandbox', 'link', 'stack-nginx', 'stack-quiche']

/**
 * Gets a part of towline that is not there yet, by its script of scripts/: this says what it does and what is missing,
 * on the error stream. Rejects with the reason of `signal` where that has ended it: Ctrl-C goes to the script as well.
 * @param flags further options of the script
 */
export async function preparePart(
  part: keyof typeof MISSING,
  cacheDir: string,
  signal: AbortSignal,
  flags: readonly string[] = [],
): Promise<void> {
  if (process.platform !== 'linux' && ON_LINUX_ALONE.includes(part))
    throw new CliError(
      EXIT.unavailable,
      `sandbox, lab, load and replay need network namespaces, which Linux alone has, and this is ${process.platform}`,
    )
  if ((await runSetup(part, cacheDir, signal, flags)) !== 0)
    throw new CliError(EXIT.unavailable, MISSING[part])
}

async function runSetup(
  part: keyof typeof MISSING,
  cacheDir: string,
  signal: AbortSignal,
  flags: readonly string[] = [],
): Promise<number | null> {
  const root = join(import.meta.dirname, '../..')
  const child = spawn('bash', [join(root, 'scripts', `setup-${part}.sh`), '--quiet', ...flags], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, TOWLINE_CACHE: resolve(cacheDir) },
  })
  const [code] = (await once(child, 'exit').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    process.stderr.write(`bash is missing, by which towline sets up its part '${part}'\n`)
    return [null]
  })) as [number | null]
  signal.throwIfAborted()
  return code
}
