import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeptRun, Source } from '../../../cli/papers/kept-run.ts'
import { sourceAgreements } from '../../../cli/papers/source-agreement.ts'

/** A run of which each page's HTTP/2 takes so long; HTTP/1.1 takes 1,000 ms. */
function run(source: Source, h2: Readonly<Record<string, number>>): KeptRun {
  return {
    facts: { plan: 'p', source } as KeptRun['facts'],
    samples: 0,
    valid: 0,
    cells: Object.entries(h2).map(([page, ms], cell) => ({
      ...{ cell, configuredLink: {}, wireLimitMs: null, loads: [] },
      factors: { page: source === 'graph' ? `graph:${page}` : page },
      valuesOf: (arm, metric) =>
        metric !== 'plt_ms' || !['h1', 'h2'].includes(arm)
          ? []
          : Array.from({ length: 10 }, (_, round) => ({
              round,
              value: (arm === 'h1' ? 1_000 : ms) * (0.99 + round / 500),
            })),
    })),
  }
}

test('graphs are held against a browser in the cells that both were taken in: errors of medians and verdicts', () => {
  const [found] = sourceAgreements([
    run('graph', { a: 550, b: 1_200, c: 700 }),
    run('browser', { a: 500, b: 900 }),
  ])
  const { cells, n, medianError, worstError, sameVerdicts, verdicts } = found ?? assert.fail()
  assert.deepEqual([cells, n, sameVerdicts, verdicts], [2, 4, 1, 2])
  assert.ok(Math.abs(worstError - 1 / 3) < 0.01, String(worstError))
  assert.ok(Math.abs(medianError - 0.05) < 0.01, String(medianError))
  assert.deepEqual(sourceAgreements([run('graph', { a: 500 })]), [])
})
