import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { testFolder } from '../../../test-folder.ts'
import { noBrowser } from '../browser/probe-browser.ts'
import { cannotCapture } from '../packets/captured-page.ts'

/** Of this test alone. */
const NAME_SERVER = '127.0.44.53'

test('requests, statuses, bytes and times of pages by HTTPS records are those of their server’s log', {
  skip: noBrowser || cannotCapture,
}, async (t) => {
  const folder = testFolder()
  const resolv = join(folder, 'resolv.conf')
  await writeFile(resolv, `nameserver ${NAME_SERVER}\n`)
  // Chromium asks for HTTPS records the machine's name server alone: here it is ours, for these processes and no others.
  const inner = join(import.meta.dirname, 'https-record-pages.ts')
  const script = 'mount --bind "$1" /etc/resolv.conf && exec "$2" --test "$3"'
  const argv = ['--mount', 'sh', '-c', script, 'sh', resolv, process.execPath, inner]
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env
  const env = { ...environment, NAME_SERVER }
  const said = await new Promise<{ readonly code: number; readonly text: string }>((resolve) =>
    execFile('unshare', argv, { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, text: `${stdout}${stderr}` }),
    ),
  )
  assert.equal(said.code, 0, said.text)
  t.diagnostic(said.text)
})
