/**
 * A program for inside the client's namespace: measures the link to the echo and prints, in JSON, what of a
 * LinkMeasurement is not of other tools. Its argument is a MeasureOrder in JSON.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { type Direction, directed } from '../condition/link.ts'
import { meanLoss } from '../condition/loss.ts'
import type { LinkMeasurement, MeasureOrder, RateOrder } from './calibrate.ts'
import { EchoClient } from './echo-client.ts'
import { HEADER_BYTES, packetMs } from './echo-message.ts'

/** Echoes of the round-trip time. */
const RTT_ECHOES = 20
/** Time from one to the next, or until it is back, whichever is sooner. */
const RTT_SPACING_MS = 50
/** Payload that fills an IP packet of 1,500 bytes, and the smallest that holds a message. */
const FULL_BYTES = 1472
const LEAST_BYTES = 100
/** Length of a burst at the configured rate, in packets at least and at most. */
const BURST_MS = 700
const BURST_PACKETS = [40, 20_000] as const
/** Says how much faster than the link a burst for its rate is, and one that fills its queue. */
const OVER = 1.5
const FAR_OVER = 4
/** A queue is not filled where it would take longer than this to empty. */
const QUEUE_LIMIT_MS = 5_000
/** Share of the slower direction's rate that the echoes for loss may use, so that none is lost to the queue. */
const LOSS_SHARE = 0.5
const LOSS_PROBE_MBPS = 1
const LOSS_LIMIT_MS = 10_000
/** Time that the far end may wait for a processor before what it then sends back at once fills a queue. */
const STALL_MS = 30
const LOSS_IP_BYTES = 92
/** Rates, both directions added, up to which the queues of both are filled at once. */
const QUEUES_TOGETHER_MBPS = 20

const { address, condition, rates, lossProbes } = JSON.parse(process.argv[2] ?? '') as MeasureOrder
using echo = await EchoClient.open(address, condition.rttMs + 4 * condition.jitterMs)

async function measureRtt(): Promise<LinkMeasurement['rtt']> {
  const spacingMs = rttSpacingMs()
  const echoes: Promise<number | null>[] = []
  for (let index = 0; index < RTT_ECHOES; index++) {
    const answer = echo.roundTrip()
    echoes.push(answer)
    await (spacingMs === null ? answer : Promise.race([answer, sleep(spacingMs)]))
  }
  const answered = (await Promise.all(echoes)).flatMap((tookMs) => tookMs ?? [])
  answered.sort((a, b) => a - b)
  const middle = (answered.length - 1) / 2
  const low = answered[Math.floor(middle)]
  const high = answered[Math.ceil(middle)]
  return {
    minMs: answered[0] ?? null,
    medianMs: low === undefined || high === undefined ? null : (low + high) / 2,
    maxMs: answered.at(-1) ?? null,
    samples: answered.length,
  }
}

/** Spaces them so that none waits for another, and each has a delay of its own; null, when the last one is back, on a trace. */
function rttSpacingMs(): number | null {
  if (condition.downTrace !== null || condition.upTrace !== null) return null
  const slowestMbps = Math.min(condition.downMbps ?? Infinity, condition.upMbps ?? Infinity)
  return Math.max(RTT_SPACING_MS, 4 * condition.jitterMs, 4 * packetMs(LOSS_IP_BYTES, slowestMbps))
}

async function measureLoss(): Promise<Pick<LinkMeasurement, 'lossUp' | 'lossDown'>> {
  const slower = Math.min(rates.up?.mbps ?? Infinity, rates.down?.mbps ?? Infinity)
  const stalledMbps = (condition.queuePackets * LOSS_IP_BYTES * 8) / STALL_MS / 1000
  const mbps = Math.min(LOSS_PROBE_MBPS, slower * LOSS_SHARE, stalledMbps)
  const affordable = Math.floor((LOSS_LIMIT_MS * mbps * 1000) / 8 / LOSS_IP_BYTES)
  const sent = Math.min(lossProbes, affordable)
  const { farEnd, nearEnd } = await echo.echoes(sent, mbps, Math.ceil(condition.queuePackets / 4))
  return {
    lossUp: { sent, lost: sent - farEnd.packets, bursts: farEnd.gaps, reordered: farEnd.overtaken },
    lossDown: {
      sent: farEnd.packets,
      lost: farEnd.packets - nearEnd.packets,
      bursts: nearEnd.gaps,
      reordered: nearEnd.overtaken,
    },
  }
}

/** Uses a burst that is faster than the link, also after its loss, and lasts long enough to be timed. */
async function measureRate(direction: Direction, rate: RateOrder | null): Promise<number | null> {
  if (rate === null) return null
  const { mbps, peakMbps, lastsMs } = rate
  const paceMbps = (OVER * peakMbps) / (1 - meanLoss(directed(condition, direction).loss))
  const [least, most] = BURST_PACKETS
  const wanted =
    lastsMs === null
      ? Math.max(least, BURST_MS / packetMs(FULL_BYTES, mbps))
      : (OVER * lastsMs) / packetMs(FULL_BYTES, paceMbps)
  const burst = { packets: Math.min(Math.ceil(wanted), most), sizeBytes: FULL_BYTES, mbps: paceMbps }
  // No more of it waits than it has, also on a link of half the rate.
  const waitMs = Math.min(queueMs(FULL_BYTES, mbps), 2 * burst.packets * packetMs(FULL_BYTES, mbps))
  return (await echo.burst(direction, burst, waitMs, lastsMs)).mbps
}

/** Uses a burst that comes so fast that the queue fills while it lasts. */
async function measureQueue(direction: Direction, rate: RateOrder | null): Promise<number | null> {
  // The queue of a trace empties at no one rate.
  if (rate === null || rate.lastsMs !== null) return null
  const { mbps } = rate
  const { queuePackets } = condition
  // The fuller the packets, the more time there is to fill the queue.
  const affordable = Math.floor((QUEUE_LIMIT_MS * mbps * 1000) / 8 / queuePackets) - HEADER_BYTES
  const sizeBytes = Math.min(FULL_BYTES, affordable)
  const through = 1 - meanLoss(directed(condition, direction).loss)
  const packets = Math.ceil((1.5 * queuePackets + 20) / through)
  if (sizeBytes < LEAST_BYTES || packets > BURST_PACKETS[1]) return null
  const burst = { packets, sizeBytes, mbps: (FAR_OVER * mbps) / through }
  return (await echo.burst(direction, burst, queueMs(sizeBytes, mbps))).mostQueued
}

/** Up and down. Those of slow links take long to empty, those of fast ones a processor to fill. */
async function measureQueues(): Promise<[number | null, number | null]> {
  if ((rates.up?.mbps ?? 0) + (rates.down?.mbps ?? 0) > QUEUES_TOGETHER_MBPS)
    return [await measureQueue('up', rates.up), await measureQueue('down', rates.down)]
  // The request for the burst down goes before all that fills the queue up.
  const down = measureQueue('down', rates.down)
  return Promise.all([measureQueue('up', rates.up), down])
}

function queueMs(sizeBytes: number, mbps: number): number {
  return condition.queuePackets * packetMs(sizeBytes, mbps)
}

const [rtt, loss] = [await measureRtt(), await measureLoss()]
// The directions share nothing that either could fill.
const [upMbps, downMbps] = await Promise.all([measureRate('up', rates.up), measureRate('down', rates.down)])
const [queueUpPackets, queueDownPackets] = await measureQueues()
const measured: Omit<LinkMeasurement, 'ping' | 'iperf3'> = {
  rtt,
  ...loss,
  upMbps,
  downMbps,
  queueUpPackets,
  queueDownPackets,
}
process.stdout.write(`${JSON.stringify(measured)}\n`)
