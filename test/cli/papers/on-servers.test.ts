import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeptRun } from '../../../cli/papers/kept-run.ts'
import { onServersText } from '../../../cli/papers/on-servers.ts'
import type { Rule } from '../../../papers/rule.ts'

const SLOWER: Rule = {
  plan: 'servers',
  metric: 'plt_ms',
  cells: { page: ['objects-10x300000'] },
  clauses: [
    {
      value: { as: 'gain', of: { arm: 'spdy' }, over: { arm: 'h1' } },
      summary: { is: 'geometric mean' },
      expects: { atMost: 1 },
    },
  ],
}

/** HTTP/1.1 takes 1,000 ms on each server, HTTP/3 so long, each ten times with some 1 % of noise. */
function runOf(h3Ms: Readonly<Record<string, number>>): KeptRun {
  const rounds = (ms: number, order: number) =>
    Array.from({ length: 10 }, (_, round) => ({ round, value: ms * (1 + (order * (round - 4.5)) / 500) }))
  const cells = Object.entries(h3Ms).map(([server, ms]) => ({
    factors: { page: 'objects-10x300000', server },
    valuesOf: (arm: string) => (arm === 'h1' ? rounds(1_000, 1) : arm === 'h3' ? rounds(ms, -1) : []),
  }))
  return { facts: { plan: 'servers', seed: 1 }, cells } as unknown as KeptRun
}

const said = (h3Ms: Readonly<Record<string, number>>) => onServersText(SLOWER, 'h3', [runOf(h3Ms)])

test('a finding is of the protocol where three stacks show it and none the opposite', () => {
  assert.equal(
    said({ towline: 1_200, caddy: 1_200, quiche: 1_200 }),
    'On 3 of 3 stacks of plan `servers`: of the protocol',
  )
  assert.equal(
    said({ towline: 1_200, caddy: 1_200, quiche: 1_200, 'nginx-quic': 800 }),
    'On 3 of 4 stacks of plan `servers`: of this server',
  )
})

test('it is not decided where fewer show it, where one stands twice, and where one was measured', () => {
  assert.equal(
    said({ towline: 1_200, 'towline-again': 1_200, caddy: 1_200 }),
    'On 2 of 2 stacks of plan `servers`: not decided',
  )
  assert.equal(said({ caddy: 800, quiche: 800 }), 'On 0 of 2 stacks of plan `servers`: not decided')
  const otherPage = { ...SLOWER, cells: { page: ['depth-5'] } }
  assert.equal(
    onServersText(otherPage, 'h3', [runOf({ towline: 1_200, caddy: 1_200 })]),
    'On one stack: not decided',
  )
  assert.equal(onServersText(undefined, 'h3', []), 'On one stack: not decided')
})
