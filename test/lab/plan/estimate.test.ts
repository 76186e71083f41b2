import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ESTIMATE, estimatePlan } from '../../../lab/plan/estimate.ts'
import { parsePlan } from '../../../lab/plan/read-plan.ts'
import { temporaryFolder } from '../../cli/towline.ts'
import { graphOfHosts, writeGraphFolder } from '../graph/graph-folder.ts'

const plan = (arms: string, ...lines: string[]) =>
  parsePlan(['title: x', `arms: ${arms}`, 'rounds: 4', 'pauseMs: 100', ...lines, ''].join('\n'), 'x')

test('counts the samples of arms that apply, and nothing of cells that are skipped', () => {
  const streams = ['held: {page: empty}', 'factors: {streams: [1, 10]}']
  const { cells, samples } = estimatePlan(plan('[http, h1, h2]', ...streams))
  assert.deepEqual([cells, samples], [2, 4 * (3 + 2)])
  const skipped = estimatePlan(plan('[http, h1]', ...streams))
  assert.deepEqual([skipped.cells, skipped.samples], [1, 4 * 2])
})

test('time is that of links, cells, loads and pauses, and of pages by their wire limit', () => {
  const { loadMs, cellMs, linkMs, pageTimeOfLimit } = ESTIMATE
  const two = plan('[h1, h2]', 'factors: {page: [empty, modern]}')
  const { totalMs, longestLimitMs } = estimatePlan(two, () => ({
    wireLimits: { h1: 1000, h2: 500 },
    lossLimitMs: 0,
  }))
  assert.equal(longestLimitMs, 1000)
  assert.equal(totalMs, linkMs + 2 * (cellMs + 4 * (pageTimeOfLimit * 1500 + 2 * (loadMs + 100))))
})

test('a slower link makes a longer estimate', () => {
  const estimateWith = (mbps: number) =>
    estimatePlan(plan('[h1, h2]', `held: {page: single-1000000, rateMbps: ${mbps}}`)).totalMs
  // Eight rounds of a megabyte, at 8 s and at 0.8 s.
  assert.ok(estimateWith(1) - estimateWith(10) > 8 * 7_200, `${estimateWith(1)} and ${estimateWith(10)}`)
})

test('where loss limits one connection more than the rate does, it decides how long a load may take', () => {
  const estimateWith = (lossFraction: number) =>
    estimatePlan(
      plan('[h2]', `held: {page: single-1000000, rateMbps: 10, rttMs: 100, lossFraction: ${lossFraction}}`),
    )
  const lossless = estimateWith(0)
  assert.equal(lossless.longestPageMs, lossless.longestLimitMs)
  const lossy = estimateWith(0.02)
  assert.equal(lossy.longestLimitMs, lossless.longestLimitMs)
  // A megabyte at 1460 × 1.22 / (0.1 s × √0.02) bytes a second, some 126 kB/s.
  assert.ok(Math.abs(lossy.longestPageMs - 7_950) < 80, String(lossy.longestPageMs))
})

test('of several graphs of a page the largest decides how long a load may take', async () => {
  await using folder = await temporaryFolder()
  const [small, large] = [graphOfHosts(1), graphOfHosts(1_000)]
  const limitOf = async (name: string, graphs: Parameters<typeof writeGraphFolder>[1]): Promise<number> => {
    const path = await writeGraphFolder(join(folder.path, name), graphs)
    return estimatePlan(plan('[h2]', `held: {page: "graph:${path}", rateMbps: 1}`)).longestLimitMs
  }
  const alone = await limitOf('large', { '1.json': large })
  assert.ok(alone > 8_000, String(alone))
  assert.equal(await limitOf('both', { '1.json': small, '2.json': large }), alone)
})
