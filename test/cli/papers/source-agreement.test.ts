import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeptRun, Source } from '../../../cli/papers/kept-run.ts'
import { onServersText } from '../../../cli/papers/on-servers.ts'
import { sourceAgreements } from '../../../cli/papers/source-agreement.ts'
import { GAIN } from '../../../papers/clauses.ts'
import type { Rule } from '../../../papers/rule.ts'

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

/** Slower than HTTP/1.1 in the mean. */
const SLOWER: Rule = {
  plan: 'findings',
  metric: 'plt_ms',
  cells: { page: ['cablelabs-c'] },
  clauses: [{ value: GAIN, summary: { is: 'geometric mean' }, expects: { atMost: 0.9 } }],
}

/** HTTP/1.1 takes 1,000 ms on each server, HTTP/3 so long, each ten times with some 1 % of noise. */
function runOf(h3Ms: Readonly<Record<string, number>>): KeptRun {
  const rounds = (ms: number, order: number) =>
    Array.from({ length: 10 }, (_, round) => ({ round, value: ms * (1 + (order * (round - 4.5)) / 500) }))
  const cells = Object.entries(h3Ms).map(([server, ms]) => ({
    factors: { page: 'cablelabs-c', server },
    valuesOf: (arm: string) => (arm === 'h1' ? rounds(1_000, 1) : arm === 'h3' ? rounds(ms, -1) : []),
  }))
  return { facts: { plan: 'findings', seed: 1 }, cells } as unknown as KeptRun
}

const said = (
  h3Ms: Readonly<Record<string, number>>,
  verdict: 'found again' | 'turned round' = 'found again',
) => onServersText(SLOWER, { arm: 'h3', verdict }, [runOf(h3Ms)])

test('a finding is of the protocol where three stacks show it and none the opposite', () => {
  assert.equal(said({ towline: 1_200, caddy: 1_200, quiche: 1_200 }), 'On 3 of 3 stacks: of the protocol')
  assert.equal(
    said({ towline: 1_200, caddy: 1_200, quiche: 1_200, 'nginx-quic': 800 }),
    'On 3 of 4 stacks: of this server',
  )
})

test('a statement that our samples turned round holds where other stacks turn it round as well', () => {
  const slower = { caddy: 1_200, quiche: 1_200, towline: 800 }
  assert.equal(said(slower, 'turned round'), 'On 1 of 3 stacks: of this server')
  assert.equal(
    said({ towline: 800, caddy: 800, quiche: 800 }, 'turned round'),
    'On 3 of 3 stacks: of the protocol',
  )
})

test('it is not decided where fewer show it, where one stands twice, and where one was measured', () => {
  assert.equal(
    said({ towline: 1_200, 'towline-again': 1_200, caddy: 1_200 }),
    'On 2 of 2 stacks: not decided',
  )
  assert.equal(said({ caddy: 800, quiche: 800 }), 'On 0 of 2 stacks: not decided')
  const run = runOf({ towline: 1_200, caddy: 1_200 })
  const own = { arm: 'h3', verdict: 'found again' } as const
  for (const text of [
    onServersText({ ...SLOWER, cells: { page: ['depth-5'] } }, own, [run]),
    onServersText(undefined, own, [run]),
    onServersText(SLOWER, { ...own, verdict: 'not found' }, [run]),
  ])
    assert.equal(text, 'On one stack: not decided')
})
