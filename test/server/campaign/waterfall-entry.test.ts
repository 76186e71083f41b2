import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waterfallEntry } from '../../../server/campaign/waterfall-entry.ts'
import { type EntryFacts, harEntry } from '../../crawler/metrics/observed.ts'

const ZERO_MS = Date.parse('2026-11-21T00:00:00.000Z')

const reduced = (facts: EntryFacts) => waterfallEntry(harEntry(facts), ZERO_MS - 5)

for (const [title, facts, expected] of [
  ['a size that is not whole is rounded', { transferBytes: 1_500.6 }, { sizeBytes: 1_501 }],
  ['a size of 0 is known', { transferBytes: 0 }, { sizeBytes: 0 }],
  ['without a response no size is known', { transferBytes: 9, status: 0 }, { sizeBytes: null, status: 0 }],
  ['HTTP/2.0 is h2', { httpVersion: 'HTTP/2.0' }, { protocol: 'h2' }],
  ['an unknown protocol is null', { httpVersion: 'spdy' }, { protocol: null }],
  ['the host is without its port', { url: 'https://a.test:8443/x' }, { host: 'a.test' }],
  ['data has no host', { url: 'data:text/plain,x' }, { host: null }],
  ['the start counts from time zero', {}, { startMs: 5 }],
] as const)
  test(`an entry as it is drawn: ${title}`, () => {
    const entry = reduced(facts)
    for (const [name, value] of Object.entries(expected))
      assert.deepEqual(entry[name as keyof typeof entry], value)
  })

test('a phase that a request did not go through is null', () => {
  const { phases } = reduced({ timings: { connect: -1, wait: 7 } })
  assert.deepEqual([phases.connectMs, phases.waitMs], [null, 7])
})

test('what the browser says of a request is taken over', () => {
  const entry = {
    ...harEntry({ url: 'https://a.test/a.css' }),
    ...{
      connection: '7',
      _initialPriority: 'Medium',
      _priority: 'High',
      _resourceType: 'stylesheet' as const,
    },
    ...{ _renderBlocking: 'blocking', _initiator: 'https://a.test/', _fromCache: 'memory' as const },
  } as const
  const { connection, initialPriority, priority, renderBlocking, initiator, fromCache } = waterfallEntry(
    entry,
    ZERO_MS,
  )
  assert.deepEqual(
    [connection, initialPriority, priority, renderBlocking, initiator, fromCache],
    ['7', 'Medium', 'High', 'blocking', 'https://a.test/', true],
  )
})

test('an older HAR without these words leaves them unknown, and connection 0 is none', () => {
  const old = reduced({})
  assert.deepEqual(
    [old.connection, old.initialPriority, old.priority, old.renderBlocking, old.initiator, old.fromCache],
    [null, null, null, null, null, false],
  )
  assert.equal(waterfallEntry({ ...harEntry({}), connection: '0' }, ZERO_MS).connection, null)
})

test('the type of a request without a response is what the page asked for', () => {
  const lost = harEntry({ status: 0 })
  const response = { ...lost.response, content: { size: 0, mimeType: 'x-unknown' } }
  assert.equal(waterfallEntry({ ...lost, response, _resourceType: 'font' }, ZERO_MS).type, 'font')
  assert.equal(waterfallEntry({ ...lost, response }, ZERO_MS).type, null)
})
