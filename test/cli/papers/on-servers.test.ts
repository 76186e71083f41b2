import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeptRun } from '../../../cli/papers/kept-run.ts'
import { onServersText } from '../../../cli/papers/on-servers.ts'
import { GAIN } from '../../../papers/clauses.ts'
import type { Rule } from '../../../papers/rule.ts'

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
