import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { QUERIES } from '../../../cli/release/queries/queries.ts'
import { RELEASE_TABLE_NAMES } from '../../../model/release/release-tables.ts'
import { ENDPOINTS } from '../../../server/contract/contract.ts'
import { PLAIN_ENDPOINTS } from '../../../server/contract/plain-endpoints.ts'
import { ANSWERED, endpointOf } from './answered.ts'

const names = QUERIES.map(({ name }) => name)

test('every endpoint that the server has is answered by a query of the data set, or says why not', () => {
  const plain = new Set(Object.keys(PLAIN_ENDPOINTS))
  const others = Object.keys(ENDPOINTS).filter((name) => !plain.has(name))
  assert.deepEqual(Object.keys(ANSWERED).sort(), others.sort())
  for (const [endpoint, { queries, without = '' }] of Object.entries(ANSWERED))
    assert.ok(queries.length > 0 || without !== '', endpoint)
})

test('every query answers an endpoint, and is there', () => {
  const listed = Object.values(ANSWERED).flatMap(({ queries }) => queries)
  assert.deepEqual([...new Set(listed)].sort(), names.toSorted())
})

test('tables, queries and files that reasons speak of are there', async () => {
  const root = join(import.meta.dirname, '../../..')
  const tables: readonly string[] = RELEASE_TABLE_NAMES
  for (const { without = '' } of Object.values(ANSWERED)) {
    for (const [, table = ''] of without.matchAll(/`([^`]+)`/g)) assert.ok(tables.includes(table), table)
    for (const [, query = ''] of without.matchAll(/([\w-]+)\.sql/g)) assert.ok(names.includes(query), query)
    for (const [, folder = '', file = ''] of without.matchAll(/([\w/]+)\/([\w-]+\.ts)/g))
      assert.ok((await readdir(join(root, folder))).includes(file), file)
  }
})

test('a path leads to its endpoint', () => {
  assert.equal(endpointOf('/lab/runs/3/cdf?metric=retransmissions'), 'labCdf')
  assert.equal(endpointOf('/lab/runs/3'), 'labRun')
  assert.equal(endpointOf('/lab/runs/3/other'), null)
})
