import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairedRequests } from '../../../extension/har/paired-requests.ts'
import type { RequestRow } from '../../../extension/har/request-row.ts'

const rows = (...paths: readonly string[]) =>
  paths.map(
    (path, i): RequestRow => ({
      number: i + 1,
      url: `https://site.test/${path}`,
      protocol: 'h2',
      status: 200,
      mimeType: '',
      sizeBytes: null,
      startMs: null,
      timeMs: null,
    }),
  )

test('requests of two loads stand together by address, what only one has at its side', () => {
  const pairs = pairedRequests(rows('', 'a', 'b', 'a'), rows('a', 'c', '', 'a', 'a'))
  assert.deepEqual(
    pairs.map(({ url, first, second }) => [
      url.replace('https://site.test/', ''),
      first?.number ?? null,
      second?.number ?? null,
    ]),
    [
      ['', 1, 3],
      ['a', 2, 1],
      ['b', 3, null],
      ['a', 4, 4],
      ['c', null, 2],
      ['a', null, 5],
    ],
  )
})
