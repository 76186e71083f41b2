import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphFromSample } from '../../../lab/graph/graph-from.ts'
import { answer, entry, har, parsedBy } from './har-entries.ts'
import { PAGE, SAMPLE } from './har-graph.ts'

/** What a handshake takes in a replay as well, beside its round trips. */
const SERVED_MS = 2

const CONDITION = { rttMs: 10, downMbps: 50, upMbps: 50 }

interface Opening {
  readonly host?: string
  readonly startMs: number
  /** Without that; negative: it opened none. */
  readonly connectMs: number
  readonly httpVersion?: string
  readonly hasClock?: boolean
}

function opening({
  host = 'a.test',
  startMs,
  connectMs,
  httpVersion = 'h2',
  hasClock = true,
}: Opening): object {
  return entry(
    `https://${host}/`,
    { startMs },
    {
      serverIPAddress: `192.0.2.${host.charCodeAt(0)}`,
      connection: host,
      timings: {
        ...{ blocked: 1, dns: -1, ssl: -1, send: 0, wait: 12, receive: 1 },
        connect: connectMs < 0 ? -1 : connectMs + SERVED_MS,
      },
      response: answer({ httpVersion }),
      ...(hasClock && { _requestTime: 1_000 + startMs / 1_000 }),
      ...parsedBy(PAGE),
    },
  )
}

function certificateMs(
  openings: readonly Opening[],
  condition: object | null = CONDITION,
): number | undefined {
  const link = condition === null ? null : { condition }
  return graphFromSample(har(openings.map(opening)), { ...SAMPLE, link }).certificateMs
}

/** The graph has microseconds, and the search ends within one. */
const CLOSE_MS = 0.002

function near(found: number | undefined, expectedMs: number): void {
  assert.ok(found !== undefined && Math.abs(found - expectedMs) <= CLOSE_MS, `${found}, not ${expectedMs}`)
}

test('a certificate takes what a handshake took beyond two round trips over TCP, and one over QUIC', () => {
  near(certificateMs([{ startMs: 0, connectMs: 24 }]), 4)
  near(certificateMs([{ startMs: 0, connectMs: 14, httpVersion: 'h3' }]), 4)
})

test('of handshakes that end together each waits for those before it', () => {
  const together = ['b.test', 'c.test', 'd.test'].map((host, index) => ({
    ...{ host, startMs: 100, connectMs: 20 + 3 * (index + 1) },
  }))
  near(certificateMs([{ startMs: 0, connectMs: 23 }, ...together]), 3)
  // These are apart.
  near(
    certificateMs([
      { startMs: 0, connectMs: 23 },
      { host: 'b.test', startMs: 100, connectMs: 25 },
    ]),
    4,
  )
})

test('of a host the request counts that saw the whole handshake', () => {
  near(
    certificateMs([
      { startMs: 0, connectMs: 24 },
      { startMs: 10, connectMs: 14 },
      { startMs: 200, connectMs: -1 },
    ]),
    4,
  )
})

test('a handshake that was quicker than the link says nothing took', () => {
  near(certificateMs([{ startMs: 0, connectMs: 19 }]), 0)
})

test('without a link, over a slow one, without the browser’s clock, and over HTTP/1.1 it is unknown', () => {
  const one = { startMs: 0, connectMs: 24 }
  assert.equal(certificateMs([one], null), undefined)
  assert.equal(certificateMs([one], { ...CONDITION, upMbps: 5 }), undefined)
  assert.equal(certificateMs([one], { rttMs: 10, downMbps: 50 }), undefined)
  assert.equal(certificateMs([{ ...one, hasClock: false }]), undefined)
  assert.equal(certificateMs([{ ...one, httpVersion: 'http/1.1' }]), undefined)
})
