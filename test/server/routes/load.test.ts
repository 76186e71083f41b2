import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadRunById } from '../../../db/load/load-runs.ts'
import { readLoadRun } from '../../../server/load/read-load-run.ts'
import { loadIntervals, loadRun, loadRuns } from '../../../server/routes/load-runs.ts'
import { loadSeconds } from '../../../server/routes/load-seconds.ts'
import { recordedLoadRun } from '../../cli/load/recorded-load-run.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'

let id: string
const bench = opened(handlerBench, async () => {
  id = String(bench.fixture.loadRunId)
})

test('runs are listed with their plan, and how many of their loads are done', async () => {
  const { runs } = await bench.answer('loadRuns', loadRuns)
  const [run] = runs
  assert.deepEqual([run?.loadsPlanned, run?.loadsDone, run?.state], [6, 6, 'finished'])
  assert.deepEqual(
    [run?.plan.page, run?.plan.arms, run?.plan.ramp.users, run?.plan.slaMs],
    ['neotys', ['h1', 'h2'], 100, 3_000],
  )
})

test('a run has the figures that the command line has of it', async () => {
  const answer = await bench.answer('loadRun', loadRun, { id })
  const run = await loadRunById(bench.context.db, Number(id))
  assert.ok(run !== null)
  const { report } = await readLoadRun(bench.context.db, run)
  assert.deepEqual(
    answer.arms.map(({ arm, repetitions, figures }) => [arm, repetitions, figures.slaUsers]),
    report.arms.map(({ arm, repetitions, figures: { slaUsers } }) => [
      arm,
      repetitions.length,
      slaUsers && {
        ...slaUsers,
        interval: slaUsers.interval && { low: slaUsers.interval[0], high: slaUsers.interval[1] },
      },
    ]),
  )
  assert.deepEqual(
    answer.arms.map(({ figures }) => figures.slaUsers?.bound),
    [null, 'client'],
  )
})

test('how much repetitions differ is said of what is no lower bound', async () => {
  const { arms } = await bench.answer('loadRun', loadRun, { id })
  assert.deepEqual(
    arms.map(({ repeatability }) => [repeatability.highestPagesPerS?.n, repeatability.cpuMsPerPage?.n]),
    [
      [3, 3],
      [undefined, 3],
    ],
  )
})

test('a lower bound gets no verdict, nor do three repetitions, nor the baseline', async () => {
  const { arms } = await bench.answer('loadRun', loadRun, { id })
  assert.deepEqual(
    arms.map(({ arm, verdicts }) => [arm, verdicts.slaUsers, verdicts.cpuMsPerPage]),
    [
      ['h1', null, null],
      ['h2', 'lower bound', 'too few repetitions'],
    ],
  )
})

test('costs say up to how many users they are, and what ended that', async () => {
  const { arms, loads } = await bench.answer('loadRun', loadRun, { id })
  assert.deepEqual(
    arms.map(({ costTime }) => costTime),
    [
      { toMs: 6_000, users: 60, end: 'limit' },
      { toMs: 6_000, users: 60, end: 'client' },
    ],
  )
  assert.deepEqual(loads[0]?.figures?.costTime, { toMs: 6_000, users: 60, end: 'limit' })
})

test('each load has its own figures and the facts of how it was taken', async () => {
  const { loads } = await bench.answer('loadRun', loadRun, { id })
  assert.deepEqual(loads[0]?.facts, { cores: { client: 0, servers: [1] } })
  assert.deepEqual(loads[0]?.figures?.slaUsers, { value: 40, between: { low: 40, high: 80 }, bound: null })
  assert.equal(loads.filter(({ figures }) => figures?.firstError === 'tcp_timeout').length, 3)
})

test('intervals say at how many users the limit was broken', async () => {
  const { rows, intervalMs } = await bench.answer('loadIntervals', loadIntervals, { id })
  assert.equal(intervalMs, 2_000)
  assert.equal(rows.length, 6 * 5)
  assert.deepEqual(
    rows.filter(({ load }) => load === 0).map(({ usersTo, isOverLimit }) => [usersTo, isOverLimit]),
    [
      [20, false],
      [40, false],
      [60, false],
      [80, true],
      [100, true],
    ],
  )
})

test('seconds are those of all loads, or of one, page by page', async () => {
  const all = await bench.answer('loadSeconds', loadSeconds, { id }, { page: '2', pageSize: '7' })
  assert.deepEqual([all.total, all.rows.length], [60, 7])
  assert.deepEqual(
    all.rows.map(({ load, second }) => [load, second]),
    [
      [0, 7],
      [0, 8],
      [0, 9],
      [1, 0],
      [1, 1],
      [1, 2],
      [1, 3],
    ],
  )
  const one = await bench.answer('loadSeconds', loadSeconds, { id }, { load: '3' })
  assert.deepEqual([one.total, new Set(one.rows.map(({ load }) => load))], [10, new Set([3])])
})

test('of a run that is under way there is what it has so far, anew each time that data comes', async () => {
  const running = String(await recordedLoadRun(bench.writer, 3))
  const before = await bench.answer('loadRun', loadRun, { id: running })
  assert.deepEqual([before.state, before.loadsDone, before.arms.length], ['stopped', 3, 2])
  assert.deepEqual(
    before.loads.map(({ figures }) => figures !== null),
    [true, true, true, false, false, false],
  )
  await bench.writer.write((query) => query("UPDATE loads SET state = 'pending', end_counts = NULL"))
  assert.equal((await bench.answer('loadRun', loadRun, { id: running })).loadsDone, 0)
})
