import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProbeRun } from '../../../bench/probe/figures.ts'
import { summarizeProbes } from '../../../bench/probe/summary.ts'
import type { ProbeTarget } from '../../../bench/probe/targets.ts'

/** Two loads, `gapMs` apart. */
const run = (contender: string, round: number, gapMs: number, samples = 2): ProbeRun => ({
  contender,
  round,
  wanted: 2,
  pauseMs: 0,
  samples: [
    { startedAtMs: 1_000, pltMs: 100 },
    { startedAtMs: 1_000 + gapMs, pltMs: 100 },
  ].slice(0, samples),
  wallMs: 10_000,
  cpu: [
    { atMs: 0, cpuMs: 0 },
    { atMs: 100_000, cpuMs: 100_000 },
  ],
})

const target = (changes: Partial<ProbeTarget> = {}): ProbeTarget => ({
  figure: 'samplesPerMinute',
  contender: 'towline',
  peer: 'peer',
  limit: 2,
  atLeast: true,
  ...changes,
})

test('a limit from above is met by what is below it, and a figure without a peer is judged as it is', () => {
  const runs = [run('towline', 0, 600)]
  const judged = (limit: number) =>
    summarizeProbes(runs, [target({ figure: 'overheadMs', peer: null, atLeast: false, limit })]).verdicts[0]
      ?.met
  assert.equal(judged(500), true)
  assert.equal(judged(499), false)
})

test('a round whose loads do not count gives no ratio, and is seen in the loads', () => {
  const runs = [run('towline', 0, 1_000), run('peer', 0, 2_000, 1)]
  const { contenders, verdicts } = summarizeProbes(runs, [target()])
  assert.equal(verdicts[0]?.met, null)
  assert.deepEqual(
    contenders.map(({ contender, samples, wanted }) => [contender, samples, wanted]),
    [
      ['towline', 2, 2],
      ['peer', 1, 2],
    ],
  )
  assert.equal(contenders[1]?.figures.samplesPerMinute, null)
})
