import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contributableHar } from '../../../extension/har/contributable-har.ts'
import { HAR_DROP_REASONS, type HarDropReason } from '../../../extension/har/har-drop.ts'
import { pageLoads } from '../../../har/page-loads.ts'
import type { HarPageLoad } from '../../../web/har/har-file.ts'
import { readHarValue } from '../../../web/har/read-har.ts'
import { reduceHar } from '../../../web/har/reduce-har.ts'
import {
  CHROME,
  type EntryFacts,
  entry,
  type FileFacts,
  har,
  NEW_CONNECTION,
  PAGE,
} from '../../web/har/har-text.ts'

function fileOf(facts: FileFacts) {
  const read = readHarValue(har(facts))
  assert.ok('har' in read)
  return read.har
}

/** The first load of a file. */
function reduced(facts: FileFacts = {}) {
  const file = fileOf(facts)
  const [load] = pageLoads(file)
  return reduceHar(load as HarPageLoad, file)
}

/** The set-up of a load whose document is so. */
function setUp(facts: EntryFacts, file: FileFacts = {}) {
  const { reused, t } = reduced({ ...file, entries: [entry(facts)] })
  return [reused, t.connect, t.handshake]
}

test('a load of a HAR has the times of a record, waiting with the sending in it', () => {
  assert.deepEqual(reduced(), {
    proto: 'h2',
    t: { dns: 20, connect: 60, handshake: 160, wait: 120, receive: 30, dcl: 500, load: 813 },
    n: { requests: 1, h1: 0, h2: 1, h3: 0, hidden: 0 },
    reused: false,
    day: '2026-11-21',
    browser: { family: 'chromium', major: 156 },
    automated: false,
  })
})

test('−1, or Firefox’s 0, is a connection that was there before', () => {
  for (const connect of [-1, 0])
    assert.deepEqual(setUp({ timings: { ...NEW_CONNECTION, dns: 0, connect, ssl: connect } }), [
      true,
      null,
      null,
    ])
  assert.equal(
    reduced({ entries: [entry({ timings: { ...NEW_CONNECTION, connect: -1, ssl: -1 } })] }).t.dns,
    null,
  )
})

test('a connect that is missing, no number or nonsense leaves the connection unknown', () => {
  for (const connect of [undefined, null, '12', -5, {}])
    assert.deepEqual(setUp({ timings: { ...NEW_CONNECTION, connect } }), [null, null, null])
})

test('TLS is inside connect, as HAR 1.2 has it', () => {
  assert.deepEqual(setUp({}), [false, 60, 160])
  assert.deepEqual(setUp({}, { version: '1.1' }), [false, 60, 160])
})

test('TLS stands apart where it takes longer than all of connect, and in Firefox’s files', () => {
  assert.deepEqual(setUp({ timings: { ...NEW_CONNECTION, connect: 60, ssl: 100 } }), [false, 60, 160])
  const firefox = { creator: { name: 'Firefox', version: '146.0' } }
  assert.deepEqual(setUp({ timings: { ...NEW_CONNECTION, connect: 60, ssl: 50 } }, firefox), [false, 60, 110])
})

test('in a HAR 1.1 TLS stands apart where the whole adds both up; a HAR 1.2 that does so contradicts itself', () => {
  const both = { time: 2 + 20 + 160 + 100 + 1 + 119 + 30 }
  assert.deepEqual(setUp(both, { version: '1.1' }), [false, 160, 260])
  assert.deepEqual(setUp(both), [false, null, null])
  assert.deepEqual(setUp(both, { creator: { name: 'Playwright', version: '1.60' } }), [false, 60, 160])
})

test('where TLS was, and the file does not say how long it took, neither part is guessed', () => {
  for (const ssl of [undefined, -1, 0])
    assert.deepEqual(setUp({ timings: { ...NEW_CONNECTION, ssl } }), [false, null, null])
})

test('in cleartext connect is TCP and the whole', () => {
  const timings = { ...NEW_CONNECTION, ssl: -1 }
  assert.deepEqual(setUp({ url: 'http://www.site.test/', timings }), [false, 160, 160])
})

test('over QUIC there is one handshake', () => {
  for (const ssl of [160, 100, undefined])
    assert.deepEqual(setUp({ httpVersion: 'h3', timings: { ...NEW_CONNECTION, ssl } }), [false, null, 160])
  assert.deepEqual(setUp({ httpVersion: 'h3', timings: { ...NEW_CONNECTION, ssl: 170 } }), [
    false,
    null,
    null,
  ])
})

test('of an unknown protocol nobody knows whether it began with TCP', () => {
  assert.deepEqual(setUp({ httpVersion: 'unknown' }), [false, null, 160])
})

test('a TLS handshake that took all of connect leaves TCP unknown: no handshake takes no time', () => {
  assert.deepEqual(setUp({ timings: { ...NEW_CONNECTION, connect: 100 } }), [false, null, 100])
})

test('missing and negative times are null, never 0', () => {
  const { t } = reduced({
    entries: [entry({ timings: { ...NEW_CONNECTION, dns: -1, wait: -3, receive: undefined } })],
    pages: [{ ...PAGE, pageTimings: { onContentLoad: -1 } }],
  })
  assert.deepEqual([t.dns, t.wait, t.receive, t.dcl, t.load], [null, null, null, null, null])
})

test('events at 0 did not happen', () => {
  const { t } = reduced({ pages: [{ ...PAGE, pageTimings: { onContentLoad: 0, onLoad: 0 } }] })
  assert.deepEqual([t.dcl, t.load], [null, null])
})

test('requests are counted until the load event, by protocol', () => {
  const at = (seconds: number, httpVersion: unknown) =>
    entry({ started: `2026-11-21T12:00:0${seconds}.000Z`, httpVersion, mimeType: 'image/png' })
  const entries = [at(2, 'h2'), entry(), at(0, 'HTTP/1.1'), at(0, 'h3'), at(0, ''), at(0, 'spdy/3.1')]
  assert.deepEqual(reduced({ entries }).n, { requests: 5, h1: 1, h2: 1, h3: 1, hidden: 2 })
})

test('where the page’s clock contradicts its requests’, all requests are counted', () => {
  const pages = [{ ...PAGE, startedDateTime: '2020-01-01T00:00:00Z' }]
  assert.equal(reduced({ pages, entries: [entry(), entry({ mimeType: 'image/png' })] }).n.requests, 2)
})

test('each page of a file is a load of its own; requests of no known page are one more', () => {
  const file = fileOf({
    pages: [PAGE, { ...PAGE, id: 'page_2' }, { ...PAGE, id: 'page_3' }, { ...PAGE, title: 'twice' }],
    entries: [
      entry(),
      entry({ more: { pageref: 'page_2' }, httpVersion: 'h3' }),
      entry({ more: { pageref: 'gone' } }),
      entry({ more: { pageref: undefined } }),
    ],
  })
  const loads = pageLoads(file)
  assert.deepEqual(
    loads.map(({ page, entries }) => [page?.id ?? null, entries.length]),
    [
      ['page_1', 1],
      ['page_2', 1],
      [null, 2],
    ],
  )
  assert.equal(reduceHar(loads[1] as HarPageLoad, file).proto, 'h3')
})

test('a HAR without pages is one load without events', () => {
  for (const pages of [[], null, {}]) {
    const { t, proto } = reduced({ pages, entries: [entry()] })
    assert.deepEqual([proto, t.wait, t.dcl, t.load], ['h2', 120, null, null])
  }
})

test('the document is that with which the page starts, in the order of time, whatever was asked for before', () => {
  const later = { started: '2026-11-21T12:00:00.300Z', httpVersion: 'h3' }
  const frame = entry({ ...later, url: 'https://ads.test/frame' })
  const script = entry({
    started: '2026-11-21T11:59:59.990Z',
    mimeType: 'text/javascript',
    httpVersion: 'http/1.1',
  })
  assert.equal(reduced({ entries: [frame, script, entry()] }).proto, 'h2')
  const start = { started: PAGE.startedDateTime, more: { _resourceType: 'document' } }
  assert.equal(reduced({ entries: [script, entry({ ...start, httpVersion: 'h3' })] }).proto, 'h3')
})

test('the browser is the file’s, else that of the document’s User-Agent', () => {
  const browser = (name: string, version: string) => reduced({ browser: { name, version } }).browser
  assert.deepEqual(browser('Firefox', '146.0.1'), { family: 'firefox', major: 146 })
  assert.deepEqual(browser('Google Chrome', '70.0.3538.67'), { family: 'chromium', major: 70 })
  assert.deepEqual(browser('HeadlessChrome', '156'), { family: 'chromium', major: 156 })
  // Safari is neither: its User-Agent is not asked either.
  assert.deepEqual(browser('Safari', '18.0'), { family: 'chromium', major: 156 })
  const agent = (userAgent: string) => reduced({ entries: [entry({ userAgent })] }).browser
  assert.deepEqual(agent('Mozilla/5.0 (X11; rv:146.0) Gecko/20100101 Firefox/146.0'), {
    family: 'firefox',
    major: 146,
  })
  assert.deepEqual(agent(`${CHROME} Edg/156.0.0.0`), { family: 'chromium', major: 156 })
  assert.equal(agent('Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'), null)
})

function dropped(facts: FileFacts, today = '2026-11-21') {
  const file = fileOf(facts)
  const [load] = pageLoads(file)
  const contributable = contributableHar(load as HarPageLoad, reduceHar(load as HarPageLoad, file), today)
  return 'dropped' in contributable ? contributable.dropped : null
}

test('a load of these days, with all that a record needs, can be contributed', () => {
  assert.equal(dropped({}), null)
  assert.equal(dropped({}, '2026-11-29'), null)
  assert.equal(dropped({ entries: [entry({ timings: { ...NEW_CONNECTION, connect: -1, ssl: -1 } })] }), null)
})

const redirect = entry({ status: 301, started: '2026-11-21T11:59:59.900Z' })
const DROPPED: Readonly<Partial<Record<HarDropReason, readonly FileFacts[]>>> = {
  no_document: [{ entries: [entry({ mimeType: 'image/png' })] }, { entries: [redirect] }],
  redirected: [{ entries: [redirect, entry()] }],
  from_cache: [
    { entries: [entry({ response: { _transferSize: 0 } })] },
    { entries: [entry({ more: { _fromCache: 'disk' } })] },
    { entries: [entry({ response: { _fetchedViaServiceWorker: true } })] },
  ],
  http_status: [404, 500, 304, 0, -1, null, '200'].map((status) => ({
    entries: [entry({ status, httpVersion: 'h2', more: { _towline: {} } })],
  })),
  no_protocol: ['', 'unknown', 1].map((httpVersion) => ({ entries: [entry({ httpVersion })] })),
  other_protocol: ['HTTP/1.0', 'spdy/3', 'quic/1+spdy/3'].map((httpVersion) => ({
    entries: [entry({ httpVersion })],
  })),
  automated: [
    ...['chrome-har', 'Browsertime', 'WebPagetest', 'Playwright'].map((name) => ({
      creator: { name, version: '1' },
    })),
    { browser: { name: 'HeadlessChrome', version: '156.0' } },
    { entries: [entry({ userAgent: CHROME.replace('Chrome', 'HeadlessChrome') })] },
  ],
  not_loaded: [{ pages: [] }, { pages: [{ ...PAGE, pageTimings: {} }] }],
  too_many_requests: [{ entries: Array.from({ length: 5_001 }, () => entry()) }],
  unknown_set_up: [{ entries: [entry({ timings: { ...NEW_CONNECTION, connect: undefined } })] }],
  unknown_browser: [{ entries: [entry({ userAgent: 'curl/8.14.1' })] }],
  unknown_day: [{ entries: [entry({ started: '' })], pages: [{ ...PAGE, startedDateTime: 'yesterday' }] }],
  too_old: ['2026-11-12', '2026-11-22', '2009-01-01'].map((day) => ({
    entries: [entry({ started: `${day}T12:00:00Z` })],
    pages: [{ ...PAGE, startedDateTime: `${day}T12:00:00Z` }],
  })),
  bad_times: [
    { pages: [{ ...PAGE, pageTimings: { onLoad: 300 } }] },
    { pages: [{ ...PAGE, pageTimings: { onLoad: 812, onContentLoad: 900 } }] },
    { pages: [{ ...PAGE, pageTimings: { onLoad: 600_001 } }] },
    // It says that its load event was before its first request.
    { pages: [{ ...PAGE, startedDateTime: '2026-11-21T11:00:00Z' }] },
  ],
}

for (const [reason, files] of Object.entries(DROPPED)) {
  test(`a load of a HAR cannot be contributed because ${HAR_DROP_REASONS[reason as HarDropReason]}`, () => {
    for (const file of files) assert.equal(dropped(file), reason)
  })
}
