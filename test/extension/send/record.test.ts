import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkedLoad } from '../../../extension/capture/checked-load.ts'
import { networkKind } from '../../../extension/capture/network-kind.ts'
import { DROP_REASONS } from '../../../extension/capture/types.ts'
import { optIn } from '../../../extension/consent/consent.ts'
import { publishedOf, whyNotBeside } from '../../../extension/popup/place.ts'
import { buildRecord, type RecordTerms } from '../../../extension/send/record.ts'
import { takeMessage } from '../../../extension/send/take-message.ts'
import { newSecret, pseudonymOf } from '../../../extension/store/pseudonym.ts'
import { inviteToken, serverOrigin } from '../../../extension/store/settings.ts'
import { studySiteOf } from '../../../extension/store/study-site.ts'
import { contribution } from '../../../server/contract/contribution.ts'
import { pageLoad } from '../har/page-load.ts'
import { fakeEnvironment } from './fake-environment.ts'

const SECRET = randomBytes(32).toString('base64url')
const TERMS: RecordTerms = {
  ...{ list: 'sandbox', site: 3, day: '2026-11-21', browser: 'chromium', major: 156, net: 'unknown' },
  cid: SECRET,
  key: '6f1d9b8e-53a1-4c3e-9b0a-0d5f3f0f6a11',
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const timeMs = maybe(
  fc.oneof(fc.integer({ min: -5, max: 700_000 }), fc.integer({ min: 0, max: 50 }), fc.double()),
)
const count = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -1, max: 6_000 }))
const load = fc.record({
  proto: fc.constantFrom('http/1.1', 'h2', 'h3', 'spdy/3', '', 7),
  t: fc.record({
    dns: timeMs,
    connect: timeMs,
    handshake: timeMs,
    wait: timeMs,
    receive: timeMs,
    dcl: timeMs,
    load: timeMs,
  }),
  n: fc.record({ requests: count, h1: count, h2: count, h3: count, hidden: count }),
  reused: fc.oneof(fc.boolean(), fc.constant('yes')),
  visit: fc.constantFrom(null, 'warm-cache', 'open-connection', 'new-connection', 'zero-rtt', 1),
})

test('whatever passes the check makes a record that the server takes, and what it would not take does not pass', () => {
  fc.assert(
    fc.property(load, (said) => {
      const checked = checkedLoad(said)
      const raw = contribution.safeParse({ ...TERMS, v: 1, ...said })
      assert.equal(checked !== null, raw.success)
      if (checked !== null) assert.ok(contribution.safeParse(buildRecord(checked, TERMS)).success)
    }),
    { numRuns: 5_000 },
  )
})

test('nothing at all passes the check by accident', () => {
  fc.assert(fc.property(fc.anything(), (said) => assert.equal(checkedLoad(said), null)))
})

test('a pseudonym is HMAC-SHA256 of list, site and quarter under the secret', async () => {
  const expected = createHmac('sha256', Buffer.from(SECRET, 'base64url'))
    .update('v1|sandbox/3|2026Q4')
    .digest('base64url')
  assert.equal(await pseudonymOf(SECRET, { list: 'sandbox', site: 3, day: '2026-11-21' }), expected)
  assert.equal(await pseudonymOf(SECRET, { list: 'sandbox', site: 3, day: '2026-10-01' }), expected)
  const others = [
    { list: 'sandbox', site: 4, day: '2026-11-21' },
    { list: 'sandbox', site: 3, day: '2026-09-30' },
    { list: 'another', site: 3, day: '2026-11-21' },
  ]
  for (const other of others) assert.notEqual(await pseudonymOf(SECRET, other), expected)
  assert.notEqual(await pseudonymOf(newSecret(), { list: 'sandbox', site: 3, day: '2026-11-21' }), expected)
})

test('only the root page of a listed site, or of www before it, is a site under study', () => {
  const study = {
    list: 'sandbox',
    sites: [
      { site: 0, domain: 'x.test' },
      { site: 1, domain: 'www.y.test' },
    ],
  }
  for (const url of ['https://x.test/', 'https://x.test', 'https://www.x.test/#part'])
    assert.equal(studySiteOf(study, url)?.site, 0, url)
  assert.equal(studySiteOf(study, 'https://www.y.test/')?.site, 1)
  const others = [
    ...[
      'http://x.test/',
      'https://x.test:8443/',
      'https://mail.x.test/',
      'https://x.test/inbox',
      'https://x.test/?q=x',
    ],
    ...[
      'https://ax.test/',
      'https://x.test.evil/',
      'https://y.test/',
      'https://www.www.y.test/',
      'https://u:p@x.test/',
    ],
    ...['about:blank', 'not an address', 'file:///x.test/', 'https://www.www.x.test/'],
  ]
  for (const url of others) assert.equal(studySiteOf(study, url), null, url)
})

test('every reason to drop a load is counted, and gives no record', async () => {
  const environment = fakeEnvironment()
  await optIn(environment, ['site1.test'])
  const sender = {
    ...{ id: 'own', frameId: 0, origin: 'https://site1.test', url: 'https://site1.test/' },
    tab: { incognito: false } as chrome.tabs.Tab,
  }
  for (const dropped of Object.keys(DROP_REASONS))
    await takeMessage(
      environment,
      'own',
      { kind: 'load', reduced: { dropped }, connectionType: null },
      sender,
    )
  const { queue, dropped } = await environment.store.state()
  assert.deepEqual(queue, [])
  assert.deepEqual(dropped, Object.fromEntries(Object.keys(DROP_REASONS).map((reason) => [reason, 1])))
})

test('a message is taken only of our own script in the main frame of an ordinary tab', async () => {
  const reduced = {
    proto: 'h2',
    t: { dns: 1, connect: 2, handshake: 5, wait: 2, receive: 1, dcl: 20, load: 30 },
    n: { requests: 1, h1: 0, h2: 1, h3: 0, hidden: 0 },
    reused: false,
    visit: null,
  }
  const message = { kind: 'load', reduced, connectionType: null }
  const good = {
    ...{ id: 'own', frameId: 0, origin: 'https://site1.test', url: 'https://site1.test/' },
    tab: { incognito: false } as chrome.tabs.Tab,
  }
  const { tab: _, ...tabless } = good
  const strangers = [
    ...[
      { ...good, id: 'another' },
      { ...good, frameId: 1 },
      { ...good, origin: 'https://evil.test' },
      tabless,
    ],
    ...[
      { ...good, tab: { incognito: true } as chrome.tabs.Tab },
      { ...good, url: 'https://site1.test/inbox' },
    ],
  ]
  const environment = fakeEnvironment()
  await optIn(environment, ['site1.test'])
  for (const stranger of strangers) await takeMessage(environment, 'own', message, stranger)
  for (const said of [null, 7, {}, { kind: 'else' }, { kind: 'load' }, { kind: 'load', reduced: null }])
    await takeMessage(environment, 'own', said, good)
  assert.deepEqual((await environment.store.state()).queue, [])
  await takeMessage(environment, 'own', message, good)
  assert.equal((await environment.store.state()).queue.length, 1)
})

test('records go to https, or to http on this machine', () => {
  const origins = {
    'https://towline.example': 'https://towline.example',
    ' https://towline.example:8443/ ': 'https://towline.example:8443',
    ...{ 'http://127.0.0.1:8080': 'http://127.0.0.1:8080', 'http://localhost:1': 'http://localhost:1' },
    ...{
      'http://towline.example': null,
      'http://10.0.0.1': null,
      'http://[::1]:1': null,
      'https://a.example/path': null,
    },
    ...{ 'https://u:p@a.example': null, 'javascript:alert(1)': null, 'ftp://a.example': null, '': null },
  }
  for (const [text, origin] of Object.entries(origins)) assert.equal(serverOrigin(text), origin, text)
  assert.equal(inviteToken(` ${SECRET}\n`), SECRET)
  assert.equal(inviteToken('a token with spaces'), null)
})

test('kinds of networks are those of the record, and unknown whatever else a browser calls them', () => {
  const kinds = ['wifi', 'cellular', 'ethernet', 'none', 'constructor', null].map((kind) => networkKind(kind))
  assert.deepEqual(kinds, ['wifi', 'cell', 'wired', 'unknown', 'unknown', 'unknown'])
})

test('published curves of a site stand with its own protocol first; a curve of one load is none', () => {
  const reference = { list: null, week: null, p: [0, 0.5, 1], sites: [] }
  const site = {
    domain: 'x.test',
    field: { 'http/1.1': { n: 1, ms: [1, 2, 3] } },
    live: { h3: { n: 2, ms: [1, 2, 3] }, h2: { n: 3, ms: [100, 200, 400] } },
    liveDay: '2026-11-21',
  }
  assert.deepEqual(
    publishedOf(reference, site, 'h2').map(({ proto, medianMs, n }) => [proto, medianMs, n]),
    [
      ['h2', 200, 3],
      ['h3', 2, 2],
    ],
  )
})

test('a load that used the cache does not stand beside cold ones', () => {
  const page = pageLoad()
  const loadWith = (resources: Record<string, string | number>[], navigation = {}) => ({
    ...page,
    timings: { ...page.timings, navigation: { ...page.timings.navigation, ...navigation }, resources },
  })
  const [loaded, cached] = [300, 0].map((transferSize) => ({
    transferSize,
    decodedBodySize: 200,
    startTime: 5,
  }))
  assert.equal(whyNotBeside(loadWith([loaded ?? {}])), null)
  assert.equal(
    whyNotBeside(loadWith([{ transferSize: 0, decodedBodySize: 0, startTime: 5 }])),
    null,
    'hidden sizes',
  )
  assert.match(whyNotBeside(loadWith([loaded ?? {}, cached ?? {}])) ?? '', /^1 of its files/)
  assert.match(whyNotBeside(loadWith([], { transferSize: 0 })) ?? '', /nothing came over the network/)
  const kept = { connectStart: 3, connectEnd: 3, domainLookupStart: 3, domainLookupEnd: 3 }
  const warm = { ...kept, deliveryType: 'cache', transferSize: 0 }
  assert.match(whyNotBeside(loadWith([], warm)) ?? '', /browser’s cache/)
  assert.match(whyNotBeside(loadWith([], { type: 'reload' })) ?? '', /reloaded/)
})
