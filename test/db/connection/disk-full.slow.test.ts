import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ownMounts } from '../../cli/prepare/unshare.ts'
import { testFolder } from '../../test-folder.ts'

const run = promisify(execFile)
const RUN = new URL('./disk-full-run.ts', import.meta.url).pathname
const mounts = await ownMounts()

test('a full disk ends the run with one clear line, loses nothing that was recorded, and the run continues when there is space again', {
  skip: mounts.whyNot,
}, async () => {
  const folder = testFolder()
  const script = 'mount -t tmpfs -o size=20m tmpfs "$1" && exec "$2" "$3" "$1"'
  const [program = '', ...argv] = [...mounts.under, 'sh', '-c', script, 'sh', folder, process.execPath, RUN]
  const { stdout } = await run(program, argv)
  const { message, doneAtFull, opened, ...seen } = JSON.parse(stdout)
  assert.deepEqual(seen, {
    code: 'full',
    outcome: { state: 'finished', total: 2_000, done: 2_000, failed: 400 },
    operations: 16_000,
    integrity: 'ok',
  })
  assert.match(message, /^no space left for the database .*survey\.sqlite: free some/)
  assert.ok(doneAtFull > 100 && doneAtFull < 2_000 && doneAtFull % 1 === 0, `${doneAtFull} done`)
  assert.ok(opened === 'full' || opened === 'undefined', `opening it then: ${opened}`)
})
