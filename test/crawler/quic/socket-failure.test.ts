import assert from 'node:assert/strict'
import { test } from 'node:test'
import { socketFailure } from '../../../crawler/quic/socket-failure.ts'

const error = (code: string): Error => Object.assign(new Error(code), { code })

for (const [code, established, heard, failure] of [
  ['ECONNREFUSED', false, false, 'quic_unanswered'],
  ['ECONNREFUSED', false, true, 'quic_closed'],
  ['ECONNRESET', true, true, 'h3_closed'],
  ['EHOSTUNREACH', false, false, 'quic_unanswered'],
  ['EHOSTUNREACH', false, true, 'tcp_unreachable'],
  ['EMSGSIZE', false, false, 'unknown_failure'],
  ['EMFILE', false, false, 'client_busy'],
] as const)
  test(`${code} ${heard ? 'after' : 'before'} a packet, ${established ? '' : 'not '}connected, is ${failure}`, () => {
    const { failure: found, detail } = socketFailure(error(code), established, heard)
    assert.deepEqual([found, detail], [failure, code])
  })
