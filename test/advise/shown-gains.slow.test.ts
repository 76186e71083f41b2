import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChangeResult, shownGains } from '../../advise/shown-gains.ts'
import { compareArms } from '../../stats/comparison/compare-arms.ts'
import { rng } from '../../stats/rng.ts'

test('of pages that no change helps, one in twenty at most is told to change anything', () => {
  const [PAGES, CHANGES, ROUNDS] = [150, 30, 12]
  const random = rng(7)
  // Loads vary by a third: so much that single intervals alone would give advice to more pages than that.
  const loadMs = (): number => 1_000 * Math.exp(0.33 * normal(random))
  let [advised, byThemselves] = [0, 0]
  for (let page = 0; page < PAGES; page++) {
    const results = Array.from({ length: CHANGES }, (): ChangeResult => {
      const pairs = Array.from({ length: ROUNDS }, (_, round) => ({
        round,
        baseline: loadMs(),
        arm: loadMs(),
      }))
      const { gain, gainInterval, baselineMedian } = compareArms({ pairs, seed: page, resamples: 1_000 })
      return { gain, interval: gainInterval, rounds: ROUNDS, beforeMs: baselineMedian }
    })
    if (shownGains(results).length > 0) advised += 1
    if (results.some((result) => shownGains([result]).length > 0)) byThemselves += 1
  }
  assert.ok(advised <= 0.05 * PAGES, `${advised} of ${PAGES}`)
  assert.ok(byThemselves > 0.05 * PAGES, `${byThemselves} of ${PAGES}`)
})

/** Box and Muller (1958). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
