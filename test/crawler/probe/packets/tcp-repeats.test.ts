import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { retransmissions } from '../../../../crawler/metrics/retransmissions.ts'
import { dissect } from '../../../../crawler/probe/packets/dissect.ts'
import type { PacketTool } from '../../../../crawler/probe/packets/packet-tools.ts'
import { Tshark } from '../../../../crawler/probe/packets/tshark.ts'
import { measure } from '../../metrics/hand-made-trace.ts'
import { cannotCapture, tools } from './captured-page.ts'
import {
  ASKED,
  type MadeSegment,
  madeCapture,
  madeResponse,
  RTT_MS,
  SEGMENT_BYTES,
  SERVER,
} from './made-tcp.ts'

const SEGMENTS = 40
const BYTES = SEGMENTS * SEGMENT_BYTES

describe('segments that were sent again', { skip: cannotCapture }, () => {
  const tshark = new Tshark(tools.tshark as PacketTool)
  after(() => tshark[Symbol.asyncDispose]())
  /** Of its own for each capture: to tshark a port that comes again is the same connection. */
  let clientPort = 50_000

  async function counted(segments: readonly MadeSegment[], stamped = true): Promise<number | null> {
    clientPort += 1
    const pcap = madeCapture(segments, { bytes: BYTES, clientPort, stamped })
    const signal = AbortSignal.timeout(60_000)
    const trace = await dissect({
      pcap,
      keys: '',
      servers: new Set([SERVER]),
      captureDrops: 0,
      tshark,
      signal,
    })
    assert.equal(trace.packets.length, 3 + segments.length)
    return measure(retransmissions, trace).value
  }

  /** The response with `lost` dropped on the way and sent again `lateMs` after they would have arrived. */
  function dropped(lost: readonly number[], lateMs: number): MadeSegment[] {
    const all = madeResponse(SEGMENTS)
    const again = lost.map((index, place) => ({
      ...(all[index] as MadeSegment),
      atMs: (all[index]?.atMs ?? 0) + lateMs,
      sentMs: (all[index]?.sentMs ?? 0) + lateMs,
      number: 2 + SEGMENTS + place,
    }))
    return [...all.filter((_, index) => !lost.includes(index)), ...again]
  }

  /** The response with some that were overtaken, and so are as late as that. */
  const overtaken = (late: readonly number[], lateMs: number): MadeSegment[] =>
    madeResponse(SEGMENTS).map((each, index) =>
      late.includes(index) ? { ...each, atMs: each.atMs + lateMs } : each,
    )

  for (const stamped of [true, false]) {
    const how = stamped ? 'with time stamps' : 'without time stamps'
    test(`${how} as many count as were dropped, alone and in a row`, async () => {
      assert.equal(await counted(madeResponse(SEGMENTS), stamped), 0)
      assert.equal(await counted(dropped([7], RTT_MS + 2.2), stamped), 1)
      assert.equal(await counted(dropped([3, 4, 5, 14, 23, 31], RTT_MS + 4.2), stamped), 6)
    })

    test(`${how} those that were overtaken do not`, async () => {
      assert.equal(await counted(overtaken([3, 14, 23], 2.5), stamped), 0)
      assert.equal(await counted(overtaken([4], 0.3 * RTT_MS), stamped), 0)
    })
  }

  test('without time stamps what may be either is not known; with them it is', async () => {
    assert.equal(await counted(overtaken([4], 0.7 * RTT_MS), false), null)
    assert.equal(await counted(overtaken([4], 0.7 * RTT_MS)), 0)
    assert.equal(await counted(dropped([4], 0.7 * RTT_MS)), 1)
  })

  test('a clock that has not ticked meanwhile tells nothing', async () => {
    const stopped = (segments: readonly MadeSegment[]) => segments.map((each) => ({ ...each, sentMs: 0 }))
    assert.equal(await counted(stopped(dropped([7], RTT_MS + 2.2))), 1)
    assert.equal(await counted(stopped(overtaken([14], 2.5))), 0)
    assert.equal(await counted(stopped(overtaken([4], 0.7 * RTT_MS))), null)
  })

  test('a last segment that was lost leaves no hole, and is told by the number of its IP packet', async () => {
    const last = SEGMENTS - 1
    assert.equal(await counted(dropped([last], 2 * RTT_MS)), 1)
    // A server that is late, or whose acknowledgement was lost, has sent nothing again.
    const late = madeResponse(SEGMENTS).with(last, {
      ...(madeResponse(SEGMENTS)[last] as MadeSegment),
      atMs: 900,
    })
    assert.equal(await counted(late), 0)
    const numbers = madeResponse(SEGMENTS).map((each) => ({
      ...each,
      number: each.number + (each.atMs > 320 ? 1 : 0),
    }))
    assert.equal(await counted(numbers), 0)
    // Without numbers of its own connection nothing tells.
    assert.equal(await counted(dropped([last], 2 * RTT_MS).map((each) => ({ ...each, number: 0 }))), 0)
  })

  test('what arrives twice, and what the client sends twice, counts; a question whether the other is there does not', async () => {
    const all = madeResponse(SEGMENTS)
    const [second] = all.slice(1) as [MadeSegment]
    assert.equal(await counted([...all, { ...second, atMs: 900, sentMs: 850, number: 99 }]), 1)
    const request = { ...ASKED, atMs: 130, sentMs: 130, number: 2 }
    assert.equal(await counted([...all, request]), 1)
    const asks = { atMs: 900, sentMs: 850, up: false, seq: BYTES, bytes: 1, number: 99 }
    assert.equal(await counted([...all, asks]), 0)
  })
})
