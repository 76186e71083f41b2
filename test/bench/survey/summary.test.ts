import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyBenchRun } from '../../../bench/survey/rounds.ts'
import { summarizeSurveys } from '../../../bench/survey/summary.ts'
import type { SurveyTarget } from '../../../bench/survey/targets.ts'

const run = (contender: string, round: number, changes: Partial<SurveyBenchRun> = {}): SurveyBenchRun => ({
  contender,
  discipline: 'alpn-and-get',
  round,
  hosts: 1000,
  lines: 1000,
  answered: 1000,
  right: 1000,
  wallMs: 4000,
  cpuMs: 3000,
  peakBytes: 100 * 2 ** 20,
  ...changes,
})

const target = (changes: Partial<SurveyTarget>): SurveyTarget => ({
  discipline: 'alpn-and-get',
  figure: 'hosts/s',
  peer: 'peer',
  limit: 1.5,
  atLeast: true,
  ...changes,
})

test('figures are hosts per second of wall time, CPU-seconds for 1,000 hosts and MiB', () => {
  const [summary] = summarizeSurveys([run('towline', 0)], []).contenders
  assert.equal(summary?.hostsPerS.median, 250)
  assert.equal(summary?.cpuSPer1000.median, 3)
  assert.equal(summary?.peakMiB?.median, 100)
})

test('a ratio is taken within each round, not of the medians', () => {
  const runs = [
    run('towline', 0, { wallMs: 1000 }),
    run('peer', 0, { wallMs: 2000 }),
    run('towline', 1, { wallMs: 10_000 }),
    run('peer', 1, { wallMs: 11_000 }),
    run('towline', 2, { wallMs: 3000 }),
    run('peer', 2, { wallMs: 12_000 }),
  ]
  const [verdict] = summarizeSurveys(runs, [target({})]).verdicts
  assert.deepEqual(verdict?.value, { median: 2, min: 1.1, max: 4 })
  assert.equal(verdict?.met, true)
})

test('a limit from above is met by what is below it', () => {
  const runs = [run('towline', 0, { cpuMs: 3000 }), run('peer', 0, { cpuMs: 6000 })]
  const judged = (limit: number) =>
    summarizeSurveys(runs, [target({ figure: 'CPU/host', atLeast: false, limit })]).verdicts[0]?.met
  assert.equal(judged(0.5), true)
  assert.equal(judged(0.49), false)
})

test('a target is not judged where its peer did not run, or only in the other discipline', () => {
  const runs = [run('towline', 0), run('peer', 0, { discipline: 'everything' })]
  const [verdict] = summarizeSurveys(runs, [target({})]).verdicts
  assert.equal(verdict?.value, null)
  assert.equal(verdict?.met, null)
})

test('one host without a line in one round is seen', () => {
  const runs = [run('towline', 0), run('towline', 1, { lines: 999 }), run('towline', 2)]
  const { contenders, verdicts } = summarizeSurveys(runs, [
    target({ figure: 'hosts with a line', peer: null, limit: 1 }),
  ])
  assert.equal(contenders[0]?.lineShare, 0.999)
  assert.equal(verdicts[0]?.met, false)
})

test('a peak that could not be read is left out of the spread, and is null where none could', () => {
  const read = summarizeSurveys([run('towline', 0), run('towline', 1, { peakBytes: null })], []).contenders[0]
  assert.equal(read?.peakMiB?.median, 100)
  assert.equal(summarizeSurveys([run('towline', 0, { peakBytes: null })], []).contenders[0]?.peakMiB, null)
})
