import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replayAnswers } from '../../../lab/replay/replay-answers.ts'
import type { ExchangeTiming } from '../../../model/recording/exchange.ts'
import { madeRecording } from './made-recording.ts'

const SHA = 'a'.repeat(64)
const body = (form: 'sent' | 'decoded') => ({
  ...{ sha256: SHA, bytes: 3, form, sentBytes: 3, decodedSha256: null, decodedBytes: null },
})
const took = (load: number, thinkMs: number | null): ExchangeTiming => ({
  ...{ load, startedMs: 0, firstByteMs: 5, thinkMs, receiveMs: 1, protocol: 'h2', connection: '1' },
})
const hostsOf = (exchanges: readonly { url: string }[]) =>
  [...new Set(exchanges.map(({ url }) => new URL(url).hostname))].map((host) => ({ host }))
const answersOf = (...exchanges: Parameters<typeof madeRecording>[0][number][]) =>
  replayAnswers(madeRecording(exchanges, hostsOf(exchanges)))

test('an answer thinks as long as the loads for times did: their median, without the load for bodies', () => {
  const url = 'https://a.test/'
  const { answers } = answersOf(
    { url, timings: [took(0, 900), took(1, 10), took(2, 30)] },
    { url, timings: [took(0, 900), took(1, null), took(2, 7)] },
    { url, timings: [took(0, 900)] },
  )
  assert.deepEqual(
    answers.map(({ thinkMs }) => thinkMs),
    [20, 7, 0],
  )
})

test('an answer that no load for times shows thinks as long as under HTTP/1.1', () => {
  const url = 'https://a.test/preloaded.css'
  const recording = madeRecording([{ url, timings: [took(0, 900), took(3, 250)] }], [{ host: 'a.test' }], 3)
  const http1 = recording.loads[3]
  assert.ok(http1)
  http1.purpose = 'http1'
  const [answer] = replayAnswers(recording).answers
  assert.deepEqual([answer?.thinkMs, answer?.thinkMsByLoad], [250, [250, 250]])
})

test('a 103 is sent with its fields after its wait, one whose time no load shows at once', () => {
  const headers: [string, string][] = [['link', '</a.css>; rel=preload']]
  const { answers } = answersOf(
    { url: 'https://a.test/', hints: { headers, waitMs: 40 } },
    { url: 'https://a.test/other', hints: { headers, waitMs: null } },
    { url: 'https://a.test/a.css' },
  )
  const waits = answers.map(({ hints }) => hints?.waitMs)
  assert.deepEqual([waits, answers[0]?.hints?.headers], [[40, 0, undefined], headers])
})

test('a body that is known as decoded alone is sent without a coding, one as it was sent with its own', () => {
  const responseHeaders: [string, string][] = [
    ['Content-Encoding', 'gzip'],
    ['Content-Type', 'text/css'],
  ]
  const { answers } = answersOf(
    { url: 'https://a.test/1', responseHeaders, body: body('sent') },
    { url: 'https://a.test/2', responseHeaders, body: body('decoded') },
  )
  assert.deepEqual(
    answers.map(({ headers, body: file }) => [headers.length, file]),
    [
      [2, SHA],
      [1, SHA],
    ],
  )
})

test('pauses stand where the bytes are known as they were sent', () => {
  const pauses = [{ atBytes: 2, ms: 90 }]
  const { answers } = answersOf(
    { url: 'https://a.test/1', body: body('sent'), pauses },
    { url: 'https://a.test/2', body: body('decoded'), pauses },
  )
  assert.deepEqual(
    answers.map((answer) => answer.pauses),
    [[[2, 90]], []],
  )
})

test('cookies last as long as they did, by the response’s own date', () => {
  const responseHeaders: [string, string][] = [
    ['date', 'Sun, 01 Nov 2026 09:00:00 GMT'],
    ['set-cookie', 'a=1; Expires=Sun, 01 Nov 2026 11:00:00 GMT'],
  ]
  const { answers } = answersOf(
    { url: 'https://a.test/', responseHeaders },
    { url: 'https://a.test/', responseHeaders: responseHeaders.slice(1) },
  )
  assert.deepEqual(
    answers.map(({ headers }) => headers.at(-1)?.[1]),
    ['a=1; Max-Age=7200', 'a=1; Max-Age=3600'],
  )
})

test('what a request is found by is what was sent', () => {
  const { answers } = answersOf({
    url: 'https://a.test/q?x=1',
    method: 'POST',
    requestHeaders: [['Range', 'bytes=0-9']],
    requestBody: { sha256: SHA, bytes: 3 },
    failure: 'net::ERR_CONTENT_LENGTH_MISMATCH',
  })
  const [answer] = answers
  assert.deepEqual(
    [answer?.method, answer?.url, answer?.range, answer?.requestBodySha256, answer?.ending],
    ['POST', 'https://a.test/q?x=1', 'bytes=0-9', SHA, 'broken'],
  )
})

test('a redirect that was followed is given without its body, which no browser reads', () => {
  const { answers } = answersOf({
    url: 'https://a.test/',
    status: 302,
    redirectTo: 'https://a.test/there',
    bodyMissing: 'never read',
  })
  assert.deepEqual([answers[0]?.status, answers[0]?.body], [302, null])
})

test('what cannot be given is left out, with its reason', () => {
  const { answers, leftOut } = answersOf(
    { url: 'https://a.test/' },
    { url: 'https://0.0.0.0/' },
    { url: 'https://a.test:8443/', status: null, failure: 'net::ERR_CONNECTION_REFUSED' },
    { url: 'http://a.test:443/', status: 400 },
    { url: 'https://dead.test/', status: null, failure: 'net::ERR_NAME_NOT_RESOLVED' },
    { url: 'https://a.test/socket', status: 101 },
    { url: 'https://a.test/big', bodyMissing: 'too big' },
  )
  assert.deepEqual(
    answers.map(({ id }) => id),
    [0],
  )
  assert.deepEqual(
    leftOut.map(({ exchange, why }) => [exchange, why.split(' ').slice(0, 3).join(' ')]),
    [
      [1, 'its address is'],
      [2, 'its host never'],
      [3, 'the lab speaks'],
      [4, 'its host never'],
      [5, 'an interim response'],
      [6, 'its body was'],
    ],
  )
})

test('hosts that are addresses, and other ports, are given like any other', () => {
  const urls = ['https://a.test/', 'http://a.test:8080/', 'https://192.0.2.7:8443/', 'https://[2001:db8::1]/']
  const hosts = [
    { host: 'a.test' },
    { host: 'a.test', scheme: 'http' as const, port: 8080 },
    { host: '192.0.2.7', port: 8443 },
    { host: '2001:db8::1' },
  ]
  const { answers, leftOut } = replayAnswers(
    madeRecording(
      urls.map((url) => ({ url })),
      hosts,
    ),
  )
  assert.deepEqual(leftOut, [])
  assert.deepEqual(
    answers.map(({ url }) => url),
    urls,
  )
})

test('what is no field line is left out: the server could not send it', () => {
  const responseHeaders: [string, string][] = [
    ['HTTP/1.1 200 OK', ''],
    ['x-lines', 'a\nb'],
    ['x-tab', 'a\tb'],
    ['x-byte', 'caf\u00e9'],
    ['', 'a'],
    ['x-nul', 'a\0'],
  ]
  const { answers } = answersOf({ url: 'https://a.test/', responseHeaders })
  assert.deepEqual(
    answers[0]?.headers.map(([name]) => name),
    ['x-tab', 'x-byte'],
  )
})

test('an exchange of a host that no certificate can name is left out', () => {
  const { answers, leftOut } = answersOf({ url: 'https://a.test,b.test/' }, { url: 'https://a_b.test/' })
  assert.deepEqual(
    answers.map(({ url }) => url),
    ['https://a_b.test/'],
  )
  assert.equal(leftOut[0]?.why, 'its host is no name')
})

test('what had no response is given as that, after as long; what the page gave up stays open', () => {
  const url = 'https://a.test/'
  const requestHeaders: [string, string][] = [['Accept', '*/*']]
  const none = { url, requestHeaders, status: null, failedMs: 90 }
  const roundTrip = (load: number, roundTripMs: number) => ({
    ...{ load, address: null, protocol: null, connections: null, dnsMs: null, connectMs: null, tlsMs: null },
    roundTripMs,
  })
  const { answers } = replayAnswers(
    madeRecording(
      [
        { url },
        { ...none, failure: 'net::ERR_EMPTY_RESPONSE' },
        { ...none, failure: 'net::ERR_CONNECTION_REFUSED' },
        { ...none, failure: 'net::ERR_ABORTED' },
        { ...none, failure: 'net::ERR_CONNECTION_RESET', failedMs: null },
        { url, failure: 'unfinished', body: body('sent') },
        { url, failure: 'net::ERR_BLOCKED_BY_ORB', bodyMissing: 'the browser did not read it' },
      ],
      [{ host: 'a.test', loads: [roundTrip(1, 20), roundTrip(2, 40)] }],
    ),
  )
  assert.deepEqual(
    answers.map(({ status, thinkMs, ending }) => [status, thinkMs, ending]),
    [
      [200, 0, 'whole'],
      [null, 60, 'broken'],
      [null, 0, 'broken'],
      [null, 60, 'open'],
      [null, 0, 'broken'],
      [200, 0, 'open'],
      [200, 0, 'broken'],
    ],
  )
})
