import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsText } from '../../../cli/survey/operations-text.ts'
import type { OperationRow } from '../../../model/operation.ts'

const ROW: OperationRow = {
  operation: 'http2',
  hop: 0,
  connection: 1,
  scheme: 'https',
  host: 'a.test',
  port: 443,
  address: '192.0.2.1',
  path: '/',
  startMs: 1.25,
  durationMs: 20.04,
  failure: null,
  detail: null,
  result: { status: 200, version: 'h2', cnames: [], handshakeMs: 12.6, body: 'x' },
}

test('an operation is a line: when, how long, what, where, and what came of it', () => {
  const [, line = ''] = operationsText([ROW], null).split('\n')
  assert.match(
    line,
    /^ +1\.3 +20\.0 +http2 +0 +1 +https:\/\/a\.test:443\/ +192\.0\.2\.1 +ok +status 200, version h2, handshakeMs 13$/,
  )
})

test('a failure is its code, with what the error said', () => {
  const failed = { ...ROW, failure: 'tcp_refused', detail: 'connection refused', result: null } as const
  assert.match(operationsText([failed], null), /tcp_refused +connection refused$/)
})

test('an operation that was not attempted has no duration, a name query no address', () => {
  const dns = {
    ...ROW,
    operation: 'dns',
    scheme: null,
    port: null,
    path: null,
    address: null,
    durationMs: null,
    result: null,
  } as const
  assert.match(operationsText([dns], null).split('\n')[1] ?? '', /– +dns +0 +1 +a\.test +– +ok/)
})
