import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PairedRequest, pairRequests } from '../../../web/charts/pair-requests.ts'

interface Row {
  readonly number: number
  readonly url: string
  readonly method?: string
}

const rows = (...urls: readonly string[]): Row[] => urls.map((url, i) => ({ number: i + 1, url }))

const numbers = (pairs: readonly PairedRequest<Row>[]) =>
  pairs.map(({ first, second }) => [(first ?? second)?.url, first?.number ?? null, second?.number ?? null])

test('requests of two loads stand together by address, what only one has at its side', () => {
  assert.deepEqual(numbers(pairRequests(rows('', 'a', 'b', 'a'), rows('a', 'c', '', 'a', 'a'))), [
    ['', 1, 3],
    ['a', 2, 1],
    ['b', 3, null],
    ['a', 4, 4],
    ['c', null, 2],
    ['a', null, 5],
  ])
})

test('an address with another query or method is another request', () => {
  const [get, post] = ['GET', 'POST'].map((method) => ({ number: 1, url: 'a', method }))
  assert.ok(get && post)
  assert.deepEqual(numbers(pairRequests([get], [post])), [
    ['a', 1, null],
    ['a', null, 1],
  ])
  assert.equal(pairRequests(rows('a?1'), rows('a?2')).length, 2)
})

test('without requests in one load all of the other stand by themselves', () => {
  assert.deepEqual(numbers(pairRequests([], rows('a'))), [['a', null, 1]])
  assert.deepEqual(pairRequests([], []), [])
})
