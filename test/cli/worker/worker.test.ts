import assert from 'node:assert/strict'
import { test } from 'node:test'
import { argvAfterCrash, needsWorker } from '../../../cli/worker/needs-worker.ts'
import { oomKills } from '../../../cli/worker/oom-kills.ts'
import {
  beginAsWorker,
  isSupervised,
  shareSurvey,
  tellSupervisor,
  watchFates,
} from '../../../cli/worker/worker.ts'
import { workerCount } from '../../../cli/worker/worker-count.ts'
import { crashOf } from '../../../cli/worker/worker-crash.ts'
import { WorkerDeaths } from '../../../cli/worker/worker-deaths.ts'
import { orderEnvironment, workerOrder } from '../../../cli/worker/worker-order.ts'
import { runOwner } from '../../../crawler/process/run-owner.ts'

// The runner of tests may itself have a channel: these cases are for a process without one.
const unsupervised = { skip: process.channel != null ? 'this process has a channel' : false }

test(
  'without a supervisor a survey is not shared: its first worker waits for nobody',
  unsupervised,
  async () => {
    beginAsWorker()
    assert.equal(isSupervised(), false)
    const others = shareSurvey({ surveyId: 1, workers: 2, options: {} as never })
    await others.ended()
    await tellSupervisor({ kind: 'failed', message: 'unheard' })
  },
)

test('a run that is alive keeps its sites, one that ended frees them', unsupervised, () => {
  const fateOf = watchFates()
  let name: string
  {
    using owner = runOwner()
    name = owner.name
    assert.equal(fateOf(name), 'alive')
  }
  assert.equal(fateOf(name), 'ended')
})

test('a crash is a fault in native code, or a kill for lack of memory; a person’s signal is none', () => {
  const cases: [NodeJS.Signals | null, number | null, number | null, RegExp | null][] = [
    ['SIGABRT', 0, 0, /fault in its runtime/],
    ['SIGSEGV', null, null, /fault in its runtime/],
    ['SIGKILL', 2, 3, /no memory left/],
    ['SIGKILL', 2, 2, null],
    ['SIGKILL', null, null, null],
    ['SIGTERM', 0, 1, null],
    [null, 0, 1, null],
  ]
  for (const [signal, before, now, expected] of cases) {
    const crash = crashOf({ code: signal === null ? 1 : null, signal }, before, () => now)
    if (expected === null) assert.equal(crash, null, String(signal))
    else assert.match(crash ?? '', expected, String(signal))
  }
})

test('kills for lack of memory are counted on Linux, and unknown elsewhere', () => {
  const kills = oomKills()
  if (process.platform === 'linux') assert.ok(kills !== null && Number.isInteger(kills) && kills >= 0)
  else assert.equal(kills, null)
})

/** After deaths that lived so long each; those of `explained` (by position) held sites. */
function deathsOf(livedMs: readonly number[], explained: readonly number[] = []): WorkerDeaths {
  const deaths = new WorkerDeaths()
  for (const [pid, ms] of livedMs.entries()) {
    deaths.add(pid, ms)
    if (explained.includes(pid)) deaths.explain(pid)
  }
  return deaths
}

test('three early deaths in a row are hopeless, or twenty in all, unless sites explain them', () => {
  const late = (count: number): number[] => Array.from({ length: count }, () => 60_000)
  const cases: [string, WorkerDeaths, boolean][] = [
    ['none', deathsOf([]), false],
    ['two early', deathsOf([1, 1]), false],
    ['three early', deathsOf([1, 1, 1]), true],
    ['a late one between', deathsOf([1, 1, 60_000, 1]), false],
    ['one of three explained', deathsOf([1, 1, 1], [1]), false],
    ['nineteen late', deathsOf(late(19)), false],
    ['twenty late', deathsOf(late(20)), true],
    ['twenty late, one explained', deathsOf(late(20), [3]), false],
  ]
  for (const [name, deaths, expected] of cases) assert.equal(deaths.isHopeless, expected, name)
})

test('an explanation may come before the death that it explains', () => {
  const deaths = new WorkerDeaths()
  deaths.explain(7)
  for (const pid of [5, 6, 7]) deaths.add(pid, 1)
  assert.equal(deaths.isHopeless, false)
  assert.equal(deaths.count, 3)
})

test('an order comes back from the environment as it was given; without one there is none', () => {
  const order = {
    surveyId: 3,
    part: { index: 1, count: 2 },
    options: null,
    fates: [{ pid: 1, fate: 'crashed' as const }],
  }
  assert.deepEqual(workerOrder(orderEnvironment(order)), order)
  assert.equal(workerOrder({}), null)
})

test('what visits servers runs in workers, but for help, and for a sandbox, which is opened first', () => {
  const cases: [string[], boolean][] = [
    [['crawl', '--top', '10'], true],
    [['probe', '--sites', 'a.test'], true],
    [['check', 'a.test'], true],
    [['worker', '--vantage', 'here'], true],
    [['check', 'a.test', '--sandbox'], false],
    [['crawl', '--help'], false],
    [['survey', 'show'], false],
    [['lab', 'run', 'quick'], false],
    [[], false],
  ]
  for (const [argv, expected] of cases) assert.equal(needsWorker(argv), expected, argv.join(' '))
})

test('what takes a crashed worker’s place continues where it can, and begins anew elsewhere', () => {
  const cases: [string, string][] = [
    ['crawl --top 10', 'crawl --top 10 --resume'],
    ['crawl --resume', 'crawl --resume'],
    ['worker --vantage here', 'worker --vantage here'],
  ]
  for (const [argv, expected] of cases) assert.equal(argvAfterCrash(argv.split(' ')).join(' '), expected)
})

const LIMITS = { concurrency: 256, perAddress: 2 }

test('without a wish there are two workers where there are cores and sites for them', () => {
  const counts = [1, 2, 3, 64].map((cores) =>
    [199, 200, 4_999, 5_000, 10_000].map((sites) => workerCount(LIMITS, sites, cores)),
  )
  assert.deepEqual(counts, [
    [1, 1, 1, 1, 1],
    [1, 1, 1, 2, 2],
    [1, 2, 2, 2, 2],
    [1, 2, 2, 2, 2],
  ])
})

test('as many as are wished for, but none without sites', () => {
  const limits = { concurrency: 256, perAddress: 100 }
  assert.equal(workerCount({ ...limits, workers: 8 }, 10_000, 1), 8)
  assert.equal(workerCount({ ...limits, workers: 8 }, 350, 2), 3)
  assert.equal(workerCount({ ...limits, workers: 8 }, 0, 2), 1)
  assert.equal(workerCount({ ...limits, workers: 1 }, 10_000, 64), 1)
})

test('never more than the limits can be divided among', () => {
  assert.equal(workerCount({ workers: 8, concurrency: 256, perAddress: 3 }, 10_000, 8), 3)
  assert.equal(workerCount({ workers: 8, concurrency: 1, perAddress: 3 }, 10_000, 8), 1)
})
