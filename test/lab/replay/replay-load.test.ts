import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replayFactsOf } from '../../../lab/replay/replay-load.ts'
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
      { id: 0, thinkMs: 30, bodyBytes: 900 },
      { id: 1, thinkMs: null, bodyBytes: 0 },
    ],
    unanswered: [],
  })
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
