import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { headerPairs } from '../../../record/netlog/header-lines.ts'
import { demandWholeNetlog } from '../../../record/netlog/netlog-events.ts'
import { netlogRequests } from '../../../record/netlog/netlog-requests.ts'
import { RecordingError } from '../../../record/recording-error.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'towline-netlog-'))
  file = join(folder, 'net.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const TYPES = [
  'REQUEST_ALIVE',
  'CANCELLED',
  'URL_REQUEST_START_JOB',
  'URL_REQUEST_REDIRECTED',
  'URL_REQUEST_FILTERS_SET',
  'HTTP_TRANSACTION_HTTP2_SEND_REQUEST_HEADERS',
  'HTTP_TRANSACTION_READ_EARLY_HINTS_RESPONSE_HEADERS',
  'HTTP_TRANSACTION_READ_RESPONSE_HEADERS',
  'URL_REQUEST_JOB_BYTES_READ',
  'URL_REQUEST_JOB_FILTERED_BYTES_READ',
  'SSL_SOCKET_BYTES_RECEIVED',
] as const

type Event = readonly [
  type: (typeof TYPES)[number],
  params?: Readonly<Record<string, unknown>>,
  phase?: 'begin' | 'end',
]

/** Lines as Chromium writes them: keys in the order of the alphabet, one event a line. */
function linesOf(events: readonly Event[]): string[] {
  const constants = {
    logEventPhase: { PHASE_BEGIN: 1, PHASE_END: 2, PHASE_NONE: 0 },
    logEventTypes: Object.fromEntries(TYPES.map((type, number) => [type, number])),
    netError: { ERR_CONTENT_LENGTH_MISMATCH: -354 },
  }
  const phases = { begin: 1, end: 2 }
  const lines = events.map(([type, params, phase], index) => {
    const source = { id: 7, type: 1 }
    const number = phase === undefined ? 0 : phases[phase]
    return JSON.stringify({
      params,
      phase: number,
      source,
      time: String(1_000 + index),
      type: TYPES.indexOf(type),
    })
  })
  return [
    `{"constants":${JSON.stringify(constants)},`,
    '"events": [',
    ...lines.map((line, index) => (index < lines.length - 1 ? `${line},` : line)),
  ]
}

async function requestsOf(events: readonly Event[], end = '],\n"polledData": [{}]\n}\n', maxBytes = 1_000) {
  await writeFile(file, linesOf(events).join('\n') + end)
  return (await netlogRequests(file, folder, maxBytes)).requests
}

const start = (url: string): Event => [
  'URL_REQUEST_START_JOB',
  { method: 'GET', url, initiator: 'not an origin' },
  'begin',
]
const sent: Event = [
  'HTTP_TRANSACTION_HTTP2_SEND_REQUEST_HEADERS',
  { headers: [':method: GET', 'accept: */*'] },
]
const answered = (status: string, ...headers: string[]): Event => [
  'HTTP_TRANSACTION_READ_RESPONSE_HEADERS',
  { headers: [`HTTP/1.1 ${status}`, ...headers] },
]
const hinted = (...headers: string[]): Event => [
  'HTTP_TRANSACTION_READ_EARLY_HINTS_RESPONSE_HEADERS',
  { headers: ['HTTP/1.1 103 Early Hints', ...headers] },
]
const bytes = (type: Event[0], text: string): Event => [
  type,
  { bytes: Buffer.from(text).toString('base64'), byte_count: text.length },
]

test('of several 103 the first is kept, and none of a request that is sent once more', async () => {
  const link = (path: string) => `link: <${path}>; rel=preload`
  const [twice, again] = await requestsOf([
    start('https://a.test/'),
    sent,
    hinted(link('/1'), link('/2')),
    hinted(link('/3')),
    answered('200'),
    start('https://a.test/again'),
    sent,
    hinted(link('/1')),
    sent,
    answered('200'),
  ])
  const fields = ['/1', '/2'].map((path) => ['link', `<${path}>; rel=preload`])
  assert.deepEqual([twice?.hints, twice?.status, again?.hints], [fields, 200, null])
})

test('of a coded body the bytes as sent are taken, of another those that were read', async () => {
  const [coded, plain] = await requestsOf([
    start('https://a.test/'),
    sent,
    answered('302', 'location: /b'),
    ['URL_REQUEST_REDIRECTED', { location: 'https://a.test/b' }],
    start('https://a.test/b'),
    sent,
    answered('200'),
    ['URL_REQUEST_FILTERS_SET', { filters: 'GZIP' }],
    bytes('URL_REQUEST_JOB_BYTES_READ', 'co'),
    bytes('URL_REQUEST_JOB_FILTERED_BYTES_READ', 'decoded'),
    bytes('SSL_SOCKET_BYTES_RECEIVED', 'other'),
    bytes('URL_REQUEST_JOB_BYTES_READ', 'ded'),
    ['REQUEST_ALIVE', {}, 'end'],
  ])
  assert.deepEqual([coded?.isRedirect, coded?.status, coded?.body, coded?.initiator], [true, 302, null, null])
  assert.deepEqual([plain?.status, plain?.requestHeaders, plain?.error], [200, [['accept', '*/*']], null])
  assert.equal(await readFile(plain?.body?.file ?? '', 'utf8'), 'coded')
  const [other] = await requestsOf([
    start('https://a.test/c'),
    sent,
    answered('200 OK', 'x: 1'),
    bytes('URL_REQUEST_JOB_FILTERED_BYTES_READ', 'plain'),
  ])
  assert.deepEqual([other?.statusText, other?.body?.bytes], ['OK', 5])
})

test('each part of a body has its time and place, and what had no response the time to its failure', async () => {
  const [whole] = await requestsOf([
    start('https://a.test/'),
    sent,
    answered('200'),
    bytes('URL_REQUEST_JOB_FILTERED_BYTES_READ', 'one'),
    bytes('SSL_SOCKET_BYTES_RECEIVED', 'other'),
    bytes('URL_REQUEST_JOB_FILTERED_BYTES_READ', 'two'),
    bytes('URL_REQUEST_JOB_FILTERED_BYTES_READ', ''),
  ])
  assert.deepEqual(whole?.parts, [
    { timeMs: 1_002, bytesBefore: 0 },
    { timeMs: 1_003, bytesBefore: 0 },
    { timeMs: 1_005, bytesBefore: 3 },
  ])
  const failed: Event = ['URL_REQUEST_START_JOB', { net_error: -354 }, 'end']
  const [again] = await requestsOf([start('https://a.test/'), sent, sent, failed])
  assert.equal(again?.failedMs, 1, 'since it was sent the last time')
  const [unsent] = await requestsOf([start('https://a.test/'), failed])
  assert.deepEqual([unsent?.error, unsent?.failedMs], ['net::ERR_CONTENT_LENGTH_MISMATCH', null])
})

test('a response whose status is none is a failure, and its body none of a response', async () => {
  const [odd] = await requestsOf([
    start('https://a.test/'),
    sent,
    answered('000 OK', 'x: 1'),
    bytes('URL_REQUEST_JOB_FILTERED_BYTES_READ', 'page'),
    ['REQUEST_ALIVE', {}, 'end'],
  ])
  assert.deepEqual([odd?.status, odd?.responseHeaders, odd?.body, odd?.parts], [null, [], null, []])
  assert.deepEqual([odd?.error, odd?.failedMs], ['net::ERR_INVALID_HTTP_RESPONSE', 1])
})

test('what comes from the cache is no body of the network', async () => {
  const [revalidated, cached] = await requestsOf([
    start('https://a.test/'),
    sent,
    answered('304'),
    bytes('URL_REQUEST_JOB_FILTERED_BYTES_READ', 'cached'),
    start('https://a.test/b'),
    bytes('URL_REQUEST_JOB_FILTERED_BYTES_READ', 'cached'),
  ])
  assert.deepEqual([revalidated?.status, revalidated?.body], [304, null])
  assert.deepEqual([cached?.requestHeaders, cached?.body], [null, null])
})

test('a body that ended early has its error, whether the network or the browser ended it', async () => {
  const [broken] = await requestsOf([
    start('https://a.test/'),
    sent,
    answered('200'),
    bytes('URL_REQUEST_JOB_FILTERED_BYTES_READ', 'par'),
    ['REQUEST_ALIVE', { net_error: -354 }, 'end'],
  ])
  assert.deepEqual([broken?.error, broken?.body?.bytes], ['net::ERR_CONTENT_LENGTH_MISMATCH', 3])
  const [given] = await requestsOf([
    start('https://a.test/'),
    sent,
    answered('200'),
    ['CANCELLED'],
    ['REQUEST_ALIVE', {}, 'end'],
  ])
  assert.equal(given?.error, 'net::ERR_ABORTED')
})

test('a request that is sent once more has the response of the last time', async () => {
  const [request] = await requestsOf([
    start('https://a.test/'),
    sent,
    answered('401', 'a: 1'),
    sent,
    answered('200', 'b: 2'),
  ])
  assert.deepEqual([request?.status, request?.responseHeaders], [200, [['b', '2']]])
})

test('a log without its end is refused, and its last line may be cut off', async () => {
  const events = [start('https://a.test/'), sent, answered('200')]
  await requestsOf(events)
  await demandWholeNetlog(file)
  const text = linesOf([...events, bytes('URL_REQUEST_JOB_FILTERED_BYTES_READ', 'lost')]).join('\n')
  await writeFile(file, text.slice(0, -30))
  assert.equal((await netlogRequests(file, folder, 1_000)).requests[0]?.status, 200)
  await assert.rejects(
    demandWholeNetlog(file),
    (error) => error instanceof RecordingError && error.exitCode === 69,
  )
})

test('more bytes of bodies than allowed are refused', async () => {
  const more = bytes('URL_REQUEST_JOB_FILTERED_BYTES_READ', 'x'.repeat(60))
  const events = [start('https://a.test/'), sent, answered('200'), more, more]
  assert.equal((await requestsOf(events, undefined, 120))[0]?.body?.bytes, 120)
  await rm(join(folder, 'body-0'))
  await assert.rejects(requestsOf(events, undefined, 119), /have more than 119 bytes$/)
})

test('a line that is not ASCII is read as its bytes', () => {
  assert.deepEqual(
    headerPairs(['%ESCAPED:\u200b x-a: caf%C3%A9 100%25', 'x-b: 100%25', ':path: /', 'none']),
    [
      ['x-a', 'cafÃ© 100%'],
      ['x-b', '100%25'],
    ],
  )
})
