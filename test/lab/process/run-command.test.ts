import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { runCommand } from '../../../lab/process/run-command.ts'
import { testFolder } from '../../test-folder.ts'

test('a command that is aborted has ended when it rejects, so that nothing is made after it was cleared away', async () => {
  const folder = testFolder()
  const file = join(folder, 'pid')
  const stop = new AbortController()
  const running = runCommand(['sh', '-c', 'echo $$ >"$0.new"; mv "$0.new" "$0"; exec sleep 3600', file], {
    signal: stop.signal,
  })
  while (!existsSync(file)) await delay(10)
  const pid = Number(await readFile(file, 'utf8'))
  stop.abort()
  await assert.rejects(running, { name: 'AbortError' })
  assert.equal(existsSync(`/proc/${pid}`), false)
})

test('a command that is not there, or fails, is reported with its words', async () => {
  await assert.rejects(runCommand(['/nowhere/program']), { code: 'ENOENT' })
  await assert.rejects(
    runCommand(['sh', '-c', 'echo "no such thing" >&2; exit 3']),
    /failed \(3\): no such thing$/,
  )
})
