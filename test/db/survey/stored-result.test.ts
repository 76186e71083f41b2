import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { readResult, storedResult } from '../../../db/survey/stored-result.ts'
import type { Operation } from '../../../model/operation.ts'

const stored = (operation: Operation, result: unknown): string =>
  JSON.stringify(storedResult(operation, result))

async function recordedResults(): Promise<{ operation: Operation; text: string }[]> {
  await using db = await openDatabase({ url: 'demo/recorded.sqlite', readOnly: true })
  const rows = await db.query('SELECT operation, result FROM operations WHERE result IS NOT NULL')
  return rows.map(({ operation, result }) => ({ operation: operation as Operation, text: String(result) }))
}

/** Times as they are stored. */
const rounded = (result: object): object =>
  Object.fromEntries(
    Object.entries(result).map(([key, value]) => [
      key,
      key.endsWith('Ms') && value !== null ? Math.round(Number(value) * 1_000) / 1_000 : value,
    ]),
  )

test('what a survey recorded is read as it was, whether its nulls were stored or not', async () => {
  const results = await recordedResults()
  assert.ok(results.length > 1_000)
  for (const { operation, text } of results) {
    const result = JSON.parse(text) as object
    assert.equal(JSON.stringify(readResult(operation, text)), text)
    assert.deepEqual(readResult(operation, stored(operation, result)), rounded(result))
  }
  assert.equal(readResult('tcp', null), null)
})

test('nulls that go without saying are not stored, those of facts that came later are', () => {
  assert.equal(stored('tcp', { family: 4, rttMs: null, lateMs: 1.00049 }), '{"family":4,"lateMs":1}')
  const failures = { a: null, aaaa: null, https: null }
  assert.equal(stored('dns', { a: [], ttlS: null, failures }), '{"a":[]}')
  assert.equal(
    stored('dns', { failures: { ...failures, https: 'dns_timeout' } }),
    '{"failures":{"a":null,"aaaa":null,"https":"dns_timeout"}}',
  )
  assert.equal(stored('tls', { alpn: null, chainBytes: null }), '{"chainBytes":null}')
})

test('the text of robots.txt is not stored', () => {
  assert.equal(stored('http1', { status: 200, text: 'User-agent: *' }), '{"status":200}')
})
