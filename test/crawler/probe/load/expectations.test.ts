import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ExpectationRule, judgeExpectations } from '../../../../crawler/probe/load/expectations.ts'

const NONE = { timings: null, har: null, connections: null, packets: null }
const METRICS = [{ name: 'handshakes', value: 2, note: null }]

/** Asks for one connection where a visit is asked for. */
const oneConnection: ExpectationRule = ({ visit }, { metric }) =>
  visit === undefined || metric('handshakes') === 1
    ? null
    : { reason: 'wrong_visit', detail: `${metric('handshakes')} connections` }

test('a load whose metrics say otherwise than its cell asked for is invalid, with the reason of the rule', () => {
  assert.deepEqual(
    judgeExpectations({ state: 'valid' }, { visit: 'resumed' }, NONE, METRICS, [oneConnection]),
    { state: 'invalid', reason: 'wrong_visit', detail: '2 connections' },
  )
})

test('nothing is asked of a load whose cell expects nothing', () => {
  assert.deepEqual(judgeExpectations({ state: 'valid' }, {}, NONE, METRICS, [oneConnection]), {
    state: 'valid',
  })
})

test('a load that does not count already keeps its own reason', () => {
  const failed = { state: 'failed', failure: 'tcp_refused', detail: null } as const
  assert.equal(judgeExpectations(failed, { visit: 'resumed' }, NONE, METRICS, [oneConnection]), failed)
})
