import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LoadProgress } from '../../../cli/load/load-progress.ts'
import { nothingMeasuredText } from '../../../cli/load/load-run.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { loadRunById } from '../../../db/load/load-runs.ts'
import type { LoadRow } from '../../../db/load/loads.ts'
import { parseLoadPlan } from '../../../lab/load/plan/read-load-plan.ts'
import type { LoadEnd, MeasuredSecond } from '../../../model/load-second.ts'
import { readLoadRun } from '../../../server/load/read-load-run.ts'
import { pages, seconds } from '../../stats/load/seconds.ts'
import { temporaryFolder } from '../towline.ts'
import { recordedLoadRun } from './recorded-load-run.ts'

const PLAN = parseLoadPlan(
  'title: a\npage: empty\narms: [h1]\nservers: [towline]\nthinkMs: 0\nramp: {users: 9, rampSeconds: 60, intervalSeconds: 2}\n',
  'mine.yaml',
)
const LOAD = { load: 1, server: 'towline', arm: 'h2', repetition: 0, attempts: 0 } as LoadRow

function display(isTTY: boolean, columns = 200) {
  const written: string[] = []
  const progress = new LoadProgress(PLAN, { isTTY, columns, write: (text) => void written.push(text) })
  return { written, progress, ...progress.listener }
}

const [second] = seconds(1, () => ({
  load: { atMs: 30_000, users: 5, ...pages(12, 200), p95Ms: 200, errors: { tcp_refused: 2 } },
})) as [MeasuredSecond]

test('on a terminal one line is rewritten each second, with what is left', () => {
  const { written, onLoad, onSecond } = display(true)
  onLoad(LOAD, 3)
  onSecond(LOAD, second)
  assert.equal(written.at(-2), '\r\x1b[2K')
  assert.equal(
    written.at(-1),
    'load 2/3 towline h2 #1, 5 users, 12 pages/s, p95 200 ms, 2 errors, 1 min 30 s left',
  )
})

test('a narrow terminal cuts the line, and a server that is gone is said', () => {
  const narrow = display(true, 20)
  narrow.onLoad(LOAD, 3)
  narrow.onSecond(LOAD, second)
  assert.equal(narrow.written.at(-1)?.length, 19)
  const wide = display(true)
  wide.onSecond(LOAD, { ...second, server: null })
  assert.match(wide.written.at(-1) ?? '', /the server is gone/)
})

test('elsewhere loads are lines as they begin and end, and so are seconds when they are due', () => {
  const { written, onLoad, onSecond, onEnd } = display(false)
  onLoad({ ...LOAD, attempts: 1 }, 3)
  for (let n = 0; n < 14; n += 1) onSecond(LOAD, second)
  onEnd(LOAD, { pagesDone: 40, pagesFailed: 2 } as LoadEnd)
  assert.equal(written.length, 3)
  assert.equal(written[0], 'load 2/3 towline h2 #1 again, from its start\n')
  assert.match(written[1] ?? '', /^load 2\/3 towline h2 #1, 5 users, .*\n$/)
  assert.equal(written[2], 'load 2/3 towline h2 #1: 40 pages, 2 failed\n')
})

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
