import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ownMounts } from '../../cli/prepare/unshare.ts'
import { testFolder } from '../../test-folder.ts'

const run = promisify(execFile)
const RUN = new URL('./disk-full-run.ts', import.meta.url).pathname
const mounts = await ownMounts()

test('a full disk is answered 503 with when to come back, loses nothing acknowledged, and the same server continues when there is space again', {
  skip: mounts.whyNot,
}, async () => {
  const folder = testFolder()
  const script = 'mount -t tmpfs -o size=8m tmpfs "$1" && exec "$2" "$3" "$1"'
  const [program = '', ...argv] = [...mounts.under, 'sh', '-c', script, 'sh', folder, process.execPath, RUN]
  const { stdout } = await run(program, argv)
  const { acknowledged, rows, ...seen } = JSON.parse(stdout)
  assert.deepEqual(seen, {
    healthAfterwards: 200,
    atFull: [503],
    retryAfter: '60',
    message: 'Contributions cannot be stored at present: send it again later.',
    whileFull: { health: 503, meta: 200, remove: 503 },
    afterwards: 201,
    retried: 201,
    integrity: 'ok',
  })
  assert.ok(acknowledged > 100, `${acknowledged} before it was full`)
  assert.equal(rows, acknowledged)
})
