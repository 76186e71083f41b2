import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FlightLoad, flightStep } from '../../../stats/lab/flight-step.ts'

const PACKET_BYTES = 1_448
const HEAD_BYTES = 300

/** A server that may send so many full packets at once, with chains of these sizes. */
function loads(packets: number, chains: readonly number[]): FlightLoad[] {
  const limitBytes = packets * PACKET_BYTES
  return chains.map((chain) => {
    const serverBytes = chain + HEAD_BYTES
    const firstFlightBytes = Math.min(serverBytes, limitBytes)
    return { serverBytes, firstFlightBytes, roundTrips: serverBytes > limitBytes ? 3 : 2 }
  })
}

test('the step is where a server stopped, also where the sizes on both sides are far apart', () => {
  for (const packets of [4, 10, 32]) {
    const step = flightStep(loads(packets, [1_000, 2_000, 60_000]))
    assert.ok(step)
    assert.ok(Math.abs(step.limitBytes - packets * PACKET_BYTES) <= PACKET_BYTES)
    assert.deepEqual([step.mostBytes, step.fewestBytes], [2_300, 60_300])
  }
})

test('the limit lies between the sizes on both sides of it, up to a packet', () => {
  const step = flightStep(loads(10, [14_000, 14_100, 14_200, 14_300, 14_400]))
  assert.deepEqual(step, {
    roundTrips: 2,
    mostBytes: 14_400,
    fewestBytes: 14_500,
    limitBytes: 14_480,
    below: 2,
    above: 3,
    otherwise: 0,
  })
})

test('a handshake whose last packet did not fit any more moves the median by less than a packet', () => {
  const [short, long, ...rest] = loads(10, [1_000, 16_000, 16_000, 16_000])
  assert.ok(short && long)
  const step = flightStep([short, { ...long, firstFlightBytes: 13_100 }, ...rest])
  assert.equal(step?.limitBytes, 14_480)
})

test('one load in twenty may say otherwise, and is in none of its figures; more leave no step', () => {
  const regular = loads(
    10,
    [1_000, 2_000, 4_000, 10_000, 16_000].flatMap((chain) => Array(4).fill(chain)),
  )
  const late = { serverBytes: 16_300, firstFlightBytes: 16_300, roundTrips: 2 }
  const slow = { serverBytes: 1_300, firstFlightBytes: 700, roundTrips: 3 }
  for (const one of [late, slow]) {
    const step = flightStep([...regular, one])
    assert.deepEqual([step?.mostBytes, step?.fewestBytes, step?.limitBytes], [10_300, 16_300, 14_480])
    assert.deepEqual([step?.below, step?.above, step?.otherwise], [16, 4, 1])
  }
  assert.equal(flightStep([...regular, late, slow]), null)
})

test('without a step, or where sizes contradict it, there is none', () => {
  assert.equal(flightStep([]), null)
  assert.equal(flightStep(loads(10, [1_000, 2_000])), null)
  assert.equal(flightStep(loads(10, [20_000])), null)
  const contradiction = { serverBytes: 900, firstFlightBytes: 900, roundTrips: 3 }
  assert.equal(flightStep([...loads(10, [1_000]), contradiction]), null)
})
