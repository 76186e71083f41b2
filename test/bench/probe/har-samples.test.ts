import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Har } from 'har-format'
import { samplesIn } from '../../../bench/probe/har-samples.ts'

interface PageSpec {
  readonly id: string
  readonly startedAt: string
  readonly onLoad?: number
  readonly protocol: string
  readonly status?: number
}

/** Each page with its main document and a part that came by another protocol. */
function har(pages: readonly PageSpec[]): Har {
  const entry = (pageref: string, httpVersion: string, status: number) => ({
    pageref,
    response: { httpVersion, status },
  })
  return {
    log: {
      version: '1.2',
      pages: pages.map(({ id, startedAt, onLoad }) => ({
        id,
        startedDateTime: startedAt,
        pageTimings: { onLoad },
      })),
      entries: pages.flatMap(({ id, protocol, status = 200 }) => [
        entry(id, protocol, status),
        entry(id, 'http/1.0', 200),
      ]),
    },
  } as unknown as Har
}

test('pages are taken in the order of their starts', () => {
  const pages = [
    { id: 'b', startedAt: '2026-11-21T00:00:02.500Z', onLoad: 80, protocol: 'h2' },
    { id: 'a', startedAt: '2026-11-21T00:00:01.000Z', onLoad: 70, protocol: 'h2' },
  ]
  assert.deepEqual(samplesIn(har(pages), 'h2'), [
    { startedAtMs: Date.parse('2026-11-21T00:00:01.000Z'), pltMs: 70 },
    { startedAtMs: Date.parse('2026-11-21T00:00:02.500Z'), pltMs: 80 },
  ])
})

test('a page does not count whose main document came by another protocol, failed, or had no load event', () => {
  const startedAt = '2026-11-21T00:00:01.000Z'
  const pages = [
    { id: 'other', startedAt, onLoad: 70, protocol: 'HTTP/1.1' },
    { id: 'failed', startedAt, onLoad: 70, protocol: 'h2', status: 503 },
    { id: 'unfinished', startedAt, protocol: 'h2' },
  ]
  assert.deepEqual(samplesIn(har(pages), 'h2'), [])
  assert.equal(samplesIn(har(pages), 'http/1.1').length, 1)
})
