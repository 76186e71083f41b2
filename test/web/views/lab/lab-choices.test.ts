import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LabRun } from '../../../../server/contract/contract.ts'
import { factorLabel, factorText } from '../../../../web/views/lab/factor-terms.ts'
import { labChoices } from '../../../../web/views/lab/lab-choices.ts'

const RUN: LabRun = {
  id: 1,
  createdAt: '2026-11-21T00:00:00.000Z',
  finishedAt: null,
  state: 'running',
  name: 'a run',
  seed: 1,
  toolVersion: '0.1.0',
  versions: {},
  cells: 12,
  factors: [
    { name: 'page', values: ['A', 'B'] },
    { name: 'rttMs', values: [20, 100] },
    { name: 'lossFraction', values: [0, 0.01, null] },
    { name: 'queuePackets', values: [256] },
  ],
}

test('the factors that were varied stand along the sides, the round trip first', () => {
  const { x, y, fixed } = labChoices(new URLSearchParams(), RUN)
  assert.deepEqual([x, y, fixed], ['rttMs', 'page', {}])
})

test('a factor cannot stand along both sides, nor one that was not varied along any', () => {
  assert.equal(labChoices(new URLSearchParams('x=page&y=page'), RUN).y, 'rttMs')
  assert.equal(labChoices(new URLSearchParams('x=queuePackets'), RUN).x, 'rttMs')
})

test('a factor is held at a value that occurs, and only where it is not along a side', () => {
  const query = new URLSearchParams('fixed.lossFraction=0.01&fixed.page=A&fixed.nothing=1')
  assert.deepEqual(labChoices(query, RUN).fixed, { 'fixed.lossFraction': '0.01' })
  assert.deepEqual(labChoices(new URLSearchParams('fixed.lossFraction=0.5'), RUN).fixed, {})
})

test('a run that varied one thing or nothing has no second side, or none', () => {
  const one = { ...RUN, factors: RUN.factors.slice(0, 1) }
  assert.deepEqual(
    [labChoices(new URLSearchParams(), one).x, labChoices(new URLSearchParams(), one).y],
    ['page', null],
  )
  const none = { ...RUN, factors: [] }
  assert.equal(labChoices(new URLSearchParams(), none).x, null)
})

test('a factor has its unit in its label, and one without a value is none', () => {
  assert.equal(factorLabel('rttMs'), 'round trip (ms)')
  assert.equal(factorLabel('somethingNew'), 'somethingNew')
  assert.equal(factorText(null), 'none')
})
