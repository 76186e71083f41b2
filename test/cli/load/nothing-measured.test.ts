import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nothingMeasuredText } from '../../../cli/load/nothing-measured.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { loadRunById } from '../../../db/load/load-runs.ts'
import { readLoadRun } from '../../../server/load/read-load-run.ts'
import { temporaryFolder } from '../towline.ts'
import { recordedLoadRun } from './recorded-load-run.ts'

test('a load run without a figure says why; one with a figure does not', async () => {
  await using folder = await temporaryFolder()
  await using db = await openDatabase({ url: `${folder.path}/load.sqlite` })
  const run = (await loadRunById(db, await recordedLoadRun(db))) ?? assert.fail()
  const { arms } = (await readLoadRun(db, run)).report
  assert.equal(nothingMeasuredText(arms), null)
  const none = arms.map((arm) => ({
    ...arm,
    figures: Object.fromEntries(Object.keys(arm.figures).map((name) => [name, null])) as never,
  }))
  assert.match(
    nothingMeasuredText(none) ?? '',
    /^nothing valid was measured \(towline h1: \d+ pages done, client’s core 30 % busy, \d+ tcp_timeout; towline h2: /,
  )
  assert.equal(nothingMeasuredText([]), 'nothing valid was measured (no load was taken)')
})
