import { DIRECTIONS, type Direction, directed, type LinkCondition, type Loss } from '../condition/link.ts'
import { meanLoss, overdispersion } from '../condition/loss.ts'
import { binomialTails } from './binomial-tails.ts'
import type { LinkMeasurement, LossCount } from './calibrate.ts'
import { PING_IP_BYTES } from './ping.ts'

/** A round trip may be off by this share of what was set, or by so many milliseconds, whichever is more. */
const RTT_SHARE = 0.02
const RTT_MS = 1
const RATE_SHARE = 0.05
/** A queue may be off by this share, or by so many packets: one is on its way out, one comes in. */
const QUEUE_SHARE = 0.05
const QUEUE_PACKETS = 3
/** Chance that a link which loses what it should is found to lose too much, and as much too little. */
const LOSS_TAIL = 0.0005
/** Standard deviations that hold all but one in a thousand. */
const Z = 3.29

/**
 * Lists what of a link is not as it was set, each as a line for a person; none where all is well. The rate of a trace is not
 * judged. A link that is as set is said to lose too much or too little in one of a thousand measurements of each direction.
 */
export function linkDeviations(condition: LinkCondition, measured: LinkMeasurement): string[] {
  return [
    ...rttDeviations(condition, measured),
    ...DIRECTIONS.flatMap((direction) => [
      ...rateDeviations(condition, measured, direction),
      ...lossDeviations(direction, directed(condition, direction).loss, lossOf(measured, direction)),
      ...queueDeviations(condition, measured, direction),
    ]),
  ]
}

/**
 * Compares the round trip without jitter by ping where it is there, else by our own echo, which has two processes to wake: the
 * quickest round trip, as on a busy machine the others wait for a processor, which is no doing of the link. With jitter by the
 * median of the echoes. A link may or may not take the time to send the packet itself: netem's bucket lets the first pass. How
 * long a trace makes it wait is not judged.
 */
function rttDeviations(condition: LinkCondition, { rtt, ping }: LinkMeasurement): string[] {
  const { rttMs, jitterMs } = condition
  const quickest = ping ? ping.minMs : rtt.minMs
  const foundMs = jitterMs === 0 ? quickest : rtt.medianMs
  if (foundMs === null) return ['no round trip came back']
  const sendMs = DIRECTIONS.reduce((sum, direction) => {
    const { mbps, trace } = directed(condition, direction)
    if (trace !== null) return Infinity
    return sum + (mbps === null ? 0 : (PING_IP_BYTES * 8) / mbps / 1000)
  }, 0)
  // Two draws from ± jitter: their middle is known to one jitter over the root of their number.
  const withinMs = Math.max(RTT_MS, RTT_SHARE * rttMs) + (Z * jitterMs) / Math.sqrt(Math.max(1, rtt.samples))
  return foundMs < rttMs - withinMs || foundMs > rttMs + sendMs + withinMs
    ? [`the round trip takes ${foundMs.toFixed(2)} ms, not ${rttMs}`]
    : []
}

function rateDeviations(condition: LinkCondition, measured: LinkMeasurement, direction: Direction): string[] {
  const { mbps } = directed(condition, direction)
  if (mbps === null) return []
  const [echo, iperf3] =
    direction === 'down'
      ? [measured.downMbps, measured.iperf3?.downMbps]
      : [measured.upMbps, measured.iperf3?.upMbps]
  return Object.entries({ echo: echo, iperf3 }).flatMap(([by, found]) =>
    found !== undefined && (found === null || Math.abs(found / mbps - 1) > RATE_SHARE)
      ? [
          `${direction} it carries ${found === null ? 'nothing' : `${found.toPrecision(4)} Mbit/s`}, not ${mbps} (by ${by})`,
        ]
      : [],
  )
}

function lossOf({ lossDown, lossUp }: LinkMeasurement, direction: Direction): LossCount {
  return direction === 'down' ? lossDown : lossUp
}

/** Allows what 99.9 % of measurements find: exactly where each packet is lost for itself, roughly where bursts are. */
function lossDeviations(direction: Direction, loss: Loss, { sent, lost, reordered }: LossCount): string[] {
  const mean = meanLoss(loss)
  const spread = overdispersion(loss)
  const off =
    spread === 1
      ? Math.min(...binomialTails(lost, sent, mean)) < LOSS_TAIL
      : Math.abs(lost - sent * mean) > Z * Math.sqrt(sent * mean * (1 - mean) * spread) + 1
  return [
    ...(off || sent === 0
      ? [`${direction} it loses ${lost} of ${sent} packets, not ${Number((100 * mean).toPrecision(3))} %`]
      : []),
    ...(reordered > 0 ? [`${direction} ${reordered} of ${sent} packets are overtaken`] : []),
  ]
}

function queueDeviations(
  condition: LinkCondition,
  measured: LinkMeasurement,
  direction: Direction,
): string[] {
  const found = direction === 'down' ? measured.queueDownPackets : measured.queueUpPackets
  const { mbps } = directed(condition, direction)
  if (found === null || mbps === null) return []
  const { queuePackets, jitterMs } = condition
  const arrivedMeanwhile = (2 * jitterMs * mbps * 1000) / 8 / 1500
  const within = Math.max(QUEUE_PACKETS, QUEUE_SHARE * queuePackets) + arrivedMeanwhile
  return Math.abs(found - queuePackets) > within
    ? [`${direction} ${found} packets wait at most, not ${queuePackets}`]
    : []
}
