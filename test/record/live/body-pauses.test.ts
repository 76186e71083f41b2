import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyPauses, type PausingResponse } from '../../../record/live/body-pauses.ts'

/** Times of head and parts, each part of 1,000 bytes. */
const response = (timesMs: readonly number[], changes: Partial<PausingResponse> = {}): PausingResponse => ({
  parts: timesMs.map((timeMs, i) => ({ timeMs, bytesBefore: Math.max(0, i - 1) * 1_000 })),
  roundTripMs: 20,
  receiveMs: [2_000, 5, 2_000],
  ...changes,
})
const pausesOf = (...responses: PausingResponse[]) => bodyPauses(responses, null)[0]

test('a server pauses where nothing comes for 50 ms more than a round trip and the usual distance explain', () => {
  // The usual distance is 1 ms: 74 ms are explained.
  const timesMs = [0, 1, 2, 3, 4, 5, 78, 79, 80, 380, 381]
  assert.deepEqual(pausesOf(response(timesMs)), [{ atBytes: 8_000, ms: 300 }])
  assert.deepEqual(pausesOf(response(timesMs, { roundTripMs: 18 })), [
    { atBytes: 5_000, ms: 73 },
    { atBytes: 8_000, ms: 300 },
  ])
  assert.deepEqual(pausesOf(response([0, 200, 201, 202])), [{ atBytes: 0, ms: 200 }], 'behind the head')
})

test('a slow link pauses by itself, and so does one that other responses fill', () => {
  // 1,500 bytes take 120 ms at 0.1 Mbit/s.
  assert.deepEqual(bodyPauses([response([0, 180, 360, 540, 1_000])], 0.1)[0], [])
  const others = response(Array.from({ length: 400 }, (_, i) => i))
  assert.deepEqual(pausesOf(response([0, 1, 2, 395]), others), [])
  assert.deepEqual(pausesOf(response([0, 1, 2, 500]), others), [{ atBytes: 2_000, ms: 498 }])
})

test('a server pauses also while other responses come, where the link stands idle between them', () => {
  const streamed = response([0, 1, 151, 301, 451])
  // Pictures come in bursts meanwhile.
  const picture = (atMs: number) => response([atMs, atMs + 1, atMs + 2, atMs + 3])
  const others = [40, 60, 190, 340, 380].map(picture)
  assert.deepEqual(pausesOf(streamed, ...others), [
    { atBytes: 1_000, ms: 150 },
    { atBytes: 2_000, ms: 150 },
    { atBytes: 3_000, ms: 150 },
  ])
  // Parts of two that pause in turn are 30 ms apart, which is not what the link takes for one.
  const inTurn = [0, 120].map((ms) =>
    response(
      [0, 1, 151, 301, 451].map((at) => at + ms),
      { roundTripMs: 50 },
    ),
  )
  assert.equal(pausesOf(...inTurn)?.length, 3)
  // A link that is never silent for long may be full.
  const full = response(Array.from({ length: 46 }, (_, place) => place * 10))
  assert.deepEqual(pausesOf(streamed, full), [])
})

test('a body that alone comes, in parts as far from each other as the server sends them, has its pauses', () => {
  const timesMs = Array.from({ length: 9 }, (_, place) => Math.max(0, place - 1) * 150 + (place > 0 ? 1 : 0))
  assert.deepEqual(
    pausesOf(response(timesMs))?.map(({ ms }) => ms),
    Array(7).fill(150),
  )
})

test('of many pauses the hundred longest are kept', () => {
  const timesMs = Array.from(
    { length: 303 },
    (_, place) => Math.floor(place / 2) * (place < 100 ? 200 : 300) + (place % 2),
  )
  const pauses = pausesOf(response(timesMs, { receiveMs: [1e6] })) ?? []
  assert.equal(pauses.length, 100)
  assert.ok(
    pauses.every(({ ms }) => ms > 290),
    JSON.stringify(pauses[0]),
  )
})

test('pauses are together no longer than the loads for times needed for the body', () => {
  const timesMs = [0, 1, 2, 302, 303, 403]
  assert.deepEqual(pausesOf(response(timesMs, { receiveMs: [200] })), [
    { atBytes: 2_000, ms: 150 },
    { atBytes: 4_000, ms: 50 },
  ])
  assert.deepEqual(pausesOf(response(timesMs, { receiveMs: [160] })), [{ atBytes: 2_000, ms: 120 }])
  assert.deepEqual(pausesOf(response(timesMs, { receiveMs: [] })), [], 'no load for times had it')
  assert.deepEqual(pausesOf(response(timesMs, { roundTripMs: null })), [], 'an unknown round trip')
})
