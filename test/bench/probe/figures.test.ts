import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProbeRun, probeFigures } from '../../../bench/probe/figures.ts'

const run = (changes: Partial<ProbeRun> = {}): ProbeRun => ({
  contender: 'towline',
  round: 0,
  wanted: 3,
  pauseMs: 1,
  samples: [
    { startedAtMs: 10_000, pltMs: 100 },
    { startedAtMs: 10_501, pltMs: 200 },
    { startedAtMs: 11_202, pltMs: 300 },
  ],
  wallMs: 12_000,
  cpu: [
    { atMs: 4_000, cpuMs: 0 },
    { atMs: 10_000, cpuMs: 900 },
    { atMs: 11_202, cpuMs: 1_700 },
    { atMs: 12_000, cpuMs: 2_500 },
  ],
  ...changes,
})

test('the rate is that of the loads between the starts of the first and the last', () => {
  assert.equal(probeFigures(run())?.samplesPerMinute, (60_000 * 2) / 1_202)
})

test('what a program adds is the time between two starts without the page’s own and the pause', () => {
  // 501 − 100 − 1 and 701 − 200 − 1; the last load has no start after it.
  assert.equal(probeFigures(run())?.overheadMs, 450)
})

test('CPU is that between the starts of the first and the last load, for each load', () => {
  assert.equal(probeFigures(run())?.cpuSPerSample, 0.4)
})

test('CPU is unknown where it was not read up to the last load', () => {
  const cpu = [
    { atMs: 4_000, cpuMs: 0 },
    { atMs: 11_000, cpuMs: 900 },
  ]
  assert.equal(probeFigures(run({ cpu }))?.cpuSPerSample, null)
})

test('the variation of PLT is its standard deviation, divided by n − 1, over its mean', () => {
  assert.equal(probeFigures(run())?.pltVariation, 100 / 200)
})

test('the start-up is counted from the start of the program', () => {
  assert.equal(probeFigures(run())?.startUpMs, 6_000)
})

test('fewer than two loads that count have no figures', () => {
  assert.equal(probeFigures(run({ samples: [{ startedAtMs: 10_000, pltMs: 100 }] })), null)
  assert.equal(probeFigures(run({ samples: [] })), null)
})
