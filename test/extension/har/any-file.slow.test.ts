import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { type ContributableLoad, importContributable } from '../../../extension/har/contributable-har.ts'
import { HAR_DROP_REASONS } from '../../../extension/har/har-drop.ts'
import { harOffer } from '../../../extension/har/har-offer.ts'
import { CONTRIBUTED_VISITS } from '../../../model/contribution-terms.ts'
import { contribution } from '../../../server/contract/contribution.ts'
import type { ImportedFile } from '../../../web/har/imported-file.ts'
import { READ_REFUSALS } from '../../../web/har/read-refusal.ts'
import { mutated, mutations } from '../../mutations.ts'
import { bytesOf } from '../../web/har/har-text.ts'
import { canaryHar } from './canary-har.ts'

const DAY = '2026-11-21'
const STUDY = { list: 'sandbox', sites: [{ site: 7, domain: 'site.test' }] }
const RUNS = 400

/** All texts that may stand in what is made of a file; each is one of ours. */
const WORDS = new Set<unknown>([
  ...[
    'http/0.9',
    'http/1.0',
    'http/1.1',
    'h2',
    'h3',
    'spdy',
    'quic',
    'chromium',
    'firefox',
    'unknown',
    'sandbox',
  ],
  ...CONTRIBUTED_VISITS,
  ...Object.keys(HAR_DROP_REASONS),
  ...Object.keys(READ_REFUSALS),
])

/** Every text, whole or as the name of a field, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

function assertOurs(read: ImportedFile<ContributableLoad>): void {
  const made =
    'refused' in read
      ? [read]
      : read.loads.flatMap((load) => {
          const { record } = harOffer(load, STUDY)
          if (record !== null)
            contribution.parse({
              ...record,
              cid: 'A'.repeat(43),
              key: '5c2b1a9e-27a4-4c0f-8a52-6d3f5b1c9e70',
            })
          return [load.reduced, load.contribution, { ...record, cid: null, key: null }]
        })
  const strange = textsOf(made).filter((text) => !WORDS.has(text) && !/^20\d\d-\d\d-\d\d$/.test(text))
  assert.deepEqual(strange, [])
}

test('any bytes are read or refused, and give no text of theirs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) =>
      assertOurs(await importContributable(new Uint8Array(bytes), DAY)),
    ),
    { numRuns: RUNS },
  )
})

test('any JSON is read or refused, and gives no text of its own', async () => {
  const entries = fc.array(fc.jsonValue(), { maxLength: 5 })
  const log = fc.record(
    { version: fc.jsonValue(), pages: fc.jsonValue(), entries },
    { requiredKeys: ['entries'] },
  )
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.record({ log })), async (value) =>
      assertOurs(await importContributable(bytesOf(value), DAY)),
    ),
    { numRuns: RUNS },
  )
})

/** A value with what stands at a place replaced; the place is a number of its leaves and branches, in order. */
function replaced(value: unknown, place: number, by: unknown): unknown {
  let left = place
  const walk = (node: unknown): unknown => {
    if (left-- === 0) return by
    if (Array.isArray(node)) return node.map(walk)
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, walk(child)]))
  }
  return walk(value)
}

test('a HAR with anything in the place of anything is read or refused, and gives no text of its own', async () => {
  const { text } = canaryHar({ domain: 'site.test', day: DAY })
  const strange = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(-1, 0, 1e308, -1e308, '', 'h2', 'HTTP/9', '__proto__', '2026-11-21T00:00:00Z', null, [
      [],
    ]),
  )
  const mutations = fc.array(fc.tuple(fc.nat({ max: 260 }), strange), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(mutations, async (places) => {
      const har = places.reduce<unknown>((value, [place, by]) => replaced(value, place, by), JSON.parse(text))
      assertOurs(await importContributable(bytesOf(har), DAY))
    }),
    { numRuns: 5 * RUNS },
  )
})

const TOKENS = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u0000',
    '\0',
    'null',
    '-1',
    '1e999',
    '-0',
    'NaN',
    '"__proto__":{},',
  ],
  ...[
    '"log":{"entries":[]},',
    '"startedDateTime":"2026-13-45T99:99:99Z"',
    '"wait":-1e308',
    '\u{FEFF}',
    '\u{1f}\u{8b}\u{8}',
  ],
]

test('a HAR that was changed anywhere, packed or not, is read or refused, and gives no text of its own', async () => {
  const plain = Buffer.from(canaryHar({ domain: 'site.test', day: DAY }).text)
  const utf16 = Buffer.from(plain.toString(), 'utf16le')
  const files = [
    plain,
    plain,
    utf16,
    gzipSync(plain),
    deflateSync(plain),
    Buffer.concat([gzipSync(' '), gzipSync(plain)]),
  ]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), mutations(TOKENS), async (file, changes) =>
      assertOurs(await importContributable(new Uint8Array(mutated(file, changes)), DAY)),
    ),
    { numRuns: 2 * RUNS },
  )
})
