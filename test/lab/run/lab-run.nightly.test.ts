import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { labRunById, listLabRuns } from '../../../db/lab/lab-runs.ts'
import { type RunFolder, runFolder } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { recorded, runShort, SHORT_SAMPLES } from './small-plan.ts'

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))

test('a run that is killed, and one that is interrupted, resume with --resume as if nothing had happened', {
  skip,
}, async () => {
  await using folder = await runFolder()
  const killed = await runShort(folder)
  assert.ok(await killed.until(async () => (await taken(folder)) >= 2), killed.stderr())
  process.kill(killed.pid, 'SIGKILL')
  await killed.ended

  const interrupted = await runShort(folder, '--resume')
  const before = await taken(folder)
  assert.ok(await interrupted.until(async () => (await taken(folder)) >= before + 2), interrupted.stderr())
  interrupted.interrupt()
  assert.equal((await interrupted.ended).code, 130, interrupted.stderr())
  assert.match(interrupted.stderr(), /stopped: lab run 1; --resume continues it\n$/)
  assert.deepEqual(await folder.leftovers(), [])

  const last = await runShort(folder, '--resume')
  assert.equal((await last.ended).code, 0, last.stderr())
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  assert.equal((await listLabRuns(db)).length, 1)
  assert.equal((await labRunById(db, 1))?.state, 'finished')
  const { samples, cells } = await recorded(folder)
  assert.equal(samples.length, SHORT_SAMPLES)
  assert.equal(new Set(samples.map(({ id }) => id)).size, SHORT_SAMPLES)
  assert.ok(samples.every(({ state }) => state === 'valid'))
  assert.ok(cells.every(({ state }) => state === 'done'))
})

/** Samples that have a result. */
async function taken(folder: RunFolder): Promise<number> {
  try {
    const { samples } = await recorded(folder)
    return samples.filter(({ state }) => state !== 'pending').length
  } catch {
    // It is not there yet.
    return 0
  }
}
