import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordedRow } from '../../../../crawler/survey/visit/recorded-row.ts'
import type { OperationRow } from '../../../../model/operation.ts'

const row = (path: string | null, location?: string): OperationRow<unknown> => ({
  operation: 'http1',
  hop: 0,
  connection: 0,
  scheme: 'https',
  host: 'site.test',
  port: 443,
  address: '192.0.2.1',
  path,
  startMs: 0,
  durationMs: 1,
  failure: null,
  detail: null,
  result: { status: 302, headers: location === undefined ? {} : { location } },
})

function record(path: string | null, location?: string, queries = new Map<string, number>()) {
  const recorded = recordedRow(row(path, location), queries)
  const { headers } = recorded.result as { readonly headers: { readonly location?: string } }
  return [recorded.path, headers.location]
}

for (const [what, path, location, recorded] of [
  ['nothing secret', '/', '/a', ['/', '/a']],
  ['no Location', '/', undefined, ['/', undefined]],
  ['a query', '/', '/a?token=1', ['/', 'https://site.test/a?1']],
  ['userinfo and a fragment', '/', 'https://u:p@other.test/#secret', ['/', 'https://other.test/']],
  ['the query that led here', '/a?token=1', '/b', ['/a?1', '/b']],
  ['bytes that are not ASCII', '/', '/caf\\xe9', ['/', '/caf\\xe9']],
] as const)
  test(`a row with ${what} is recorded as ${recorded.join(' → ')}`, () => {
    assert.deepEqual(record(path, location), recorded)
  })

test('equal queries of a visit have one number, others another', () => {
  const queries = new Map<string, number>()
  assert.deepEqual(record('/a?x=1', '/b?x=2', queries), ['/a?1', 'https://site.test/b?2'])
  assert.deepEqual(record('/b?x=2', '/a?x=1', queries), ['/b?2', 'https://site.test/a?1'])
})

test('a row without a response stays as it is', () => {
  const untouched = { ...row('/'), result: null }
  assert.equal(recordedRow(untouched, new Map()), untouched)
})
