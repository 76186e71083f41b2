import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replayAnswers } from '../../../lab/replay/replay-answers.ts'
import { overLink, replayFactsOf, replayLoadOf } from '../../../lab/replay/replay-load.ts'
import { factsInTurn } from '../../../lab/replay/replay-round.ts'
import type { Arm } from '../../../model/arm.ts'
import type { Exchange } from '../../../model/recording/exchange.ts'
import { madeRecording } from './made-recording.ts'

const HOSTS = [{ host: 'a.test' }]

function timed(load: number, thinkMs: number): Exchange['timings'][number] {
  return {
    ...{ load, thinkMs, startedMs: 0, firstByteMs: thinkMs, receiveMs: 0 },
    ...{ protocol: 'h2', connection: '1' },
  }
}

function body(bytes: number): NonNullable<Exchange['body']> {
  const sha256 = 'a'.repeat(64)
  return { sha256, bytes, form: 'sent', sentBytes: bytes, decodedSha256: null, decodedBytes: null }
}

test('what can be given has its think time, unknown where no load for times has one, and its bytes', () => {
  const recording = madeRecording(
    [
      { url: 'https://a.test/', body: body(900), timings: [timed(0, 500), timed(1, 20), timed(2, 40)] },
      { url: 'https://a.test/once.js', timings: [timed(0, 500)] },
    ],
    HOSTS,
  )
  assert.deepEqual(replayFactsOf(recording), {
    answers: [
      { id: 0, thinkMs: 30, live: { waitedMs: 30, receivedMs: 0 }, bodyBytes: 900 },
      { id: 1, thinkMs: null, bodyBytes: 0 },
    ],
    unanswered: [],
  })
})

test('what the link’s queue added is no think time, where the recording knows it', () => {
  const queued = (load: number, thinkMs: number, serverMs: number | null) => ({
    ...timed(load, thinkMs),
    serverMs,
  })
  const recording = madeRecording(
    [
      { url: 'https://a.test/', timings: [queued(0, 5, 5), queued(1, 90, 10), queued(2, 80, 20)] },
      { url: 'https://a.test/unknown', timings: [queued(1, 90, null)] },
    ],
    HOSTS,
  )
  assert.deepEqual(
    replayFactsOf(recording).answers.map(({ thinkMs }) => thinkMs),
    [15, 90],
  )
})

test('rounds take turns at the recorded loads that did not fail; what one did not have is as the others had it', () => {
  const made = madeRecording(
    [
      { url: 'https://a.test/', timings: [timed(0, 900), timed(1, 20), timed(2, 40), timed(3, 70)] },
      { url: 'https://a.test/a.js', timings: [timed(0, 900), timed(1, 5)] },
      { url: 'https://a.test/b.js', timings: [timed(0, 900)] },
    ],
    HOSTS,
    3,
  )
  const failure = { code: 'load_timeout', detail: null }
  const loads = made.loads.map((each) => (each.ordinal === 3 ? { ...each, failure } : each))
  const load = replayLoadOf({ ...made, loads })
  const rounds = [0, 1, 2, 3].map((round) => {
    const facts = factsInTurn(load, { round, arm: 'h2' })
    return [facts.load, ...facts.answers.map(({ thinkMs }) => thinkMs)]
  })
  assert.deepEqual(rounds, [
    [1, 20, 5, null],
    [2, 40, 5, null],
    [1, 20, 5, null],
    [2, 40, 5, null],
  ])
})

test('under HTTP/1.1 a think time of many requests to a host is no more than its bound; one of few stays as it is', () => {
  const many = (load: number, thinkMs: number) => ({ ...timed(load, thinkMs), underWay: 40 })
  const few = (load: number, thinkMs: number) => ({ ...timed(load, thinkMs), underWay: 6 })
  const bound = { ms: 30, by: 'request' } as const
  const recording = madeRecording(
    [
      { url: 'https://a.test/queued', timings: [many(1, 200), many(2, 25)], bound },
      { url: 'https://a.test/alone', timings: [few(1, 90), few(2, 80)], bound },
      { url: 'https://a.test/unknown', timings: [many(1, 200), many(2, 100)], bound: null },
    ],
    HOSTS,
  )
  const load = replayLoadOf(recording)
  const given = (arm: Arm) =>
    [0, 1].map((round) => {
      const facts = factsInTurn(load, { round, arm })
      return [facts.load, ...facts.answers.map(({ thinkMs }) => thinkMs)]
    })
  for (const arm of ['h2', 'h3', 'recorded'] as const)
    assert.deepEqual(given(arm), [
      [1, 200, 90, 200],
      [2, 25, 80, 100],
    ])
  for (const arm of ['http', 'h1'] as const)
    assert.deepEqual(given(arm), [
      [1, 30, 90, 200],
      [2, 25, 80, 100],
    ])
  // What the server waits is what the load's facts say.
  const waits = replayAnswers(recording).answers.map(({ thinkMsByLoad }) => thinkMsByLoad)
  assert.deepEqual(
    waits,
    [0, 1, 2].map((place) => load.turns.map(({ thinkMs }) => thinkMs[place])),
  )
})

test('one recorded load of many requests gives two kinds of turn, that of few under HTTP/1.1', () => {
  const timing = { ...timed(1, 200), underWay: 40 }
  const bound = { ms: 30, by: 'host' } as const
  const recording = madeRecording([{ url: 'https://a.test/', timings: [timing], bound }], HOSTS, 1)
  const load = replayLoadOf(recording)
  const given = (arm: Arm) => factsInTurn(load, { round: 7, arm })
  assert.deepEqual(
    [given('h2'), given('h1')].map(({ answers, load: ordinal }) => [answers[0]?.thinkMs, ordinal]),
    [
      [200, undefined],
      [30, undefined],
    ],
  )
})

test('a load under HTTP/1.1 is held against the live load under it, where there is one', () => {
  const made = madeRecording([{ url: 'https://a.test/', timings: [timed(1, 20), timed(2, 90)] }], HOSTS)
  const loads = made.loads.map((each) => (each.ordinal === 2 ? { ...each, purpose: 'http1' as const } : each))
  const live = (recording: typeof made, arm: Arm) =>
    factsInTurn(replayLoadOf(recording), { round: 0, arm }).answers[0]?.live?.waitedMs
  assert.deepEqual([live({ ...made, loads }, 'h1'), live({ ...made, loads }, 'h2')], [90, 20])
  assert.deepEqual([live(made, 'h1'), live(made, 'h2')], [55, 55])
})

test('a load over a link knows its rate', () => {
  const load = replayLoadOf(madeRecording([{ url: 'https://a.test/' }], HOSTS))
  assert.equal(load.facts.linkMbps, undefined)
  assert.equal(overLink(load, 20).facts.linkMbps, 20)
  assert.equal(overLink(load, null).facts.linkMbps, null)
})

test('what got no answer, not all of one, or was never sent is named by its URL', () => {
  const recording = madeRecording(
    [
      { url: 'https://a.test/' },
      { url: 'https://gone.test/x', status: null, failure: 'net::ERR_NAME_NOT_RESOLVED' },
      { url: 'https://a.test/cut', failure: 'net::ERR_CONTENT_LENGTH_MISMATCH' },
    ],
    HOSTS,
  )
  const leftOut = [{ url: 'https://a.test/refused', why: 'net::ERR_FAILED' }]
  const { answers, unanswered } = replayFactsOf({ ...recording, leftOut })
  assert.deepEqual(
    answers.map(({ id }) => id),
    [0, 2],
  )
  assert.deepEqual(unanswered, ['https://gone.test/x', 'https://a.test/cut', 'https://a.test/refused'])
})
