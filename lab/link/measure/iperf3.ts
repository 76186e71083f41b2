import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { allOrNone } from '../../process/all-or-none.ts'
import { DIES_WITH_PARENT } from '../../process/dies-with-parent.ts'
import { runCommand } from '../../process/run-command.ts'
import { DIRECTIONS, type Direction, directed, type LinkCondition } from '../condition/link.ts'
import { meanLoss } from '../condition/loss.ts'
import { HEADER_BYTES, packetMs } from './echo-message.ts'
import { LinkOff } from './link-off.ts'
import type { ToolOptions } from './ping.ts'

/** iperf3's rate, Mbit/s of IP packets; null where the direction has no constant rate. */
export interface Iperf3Measurement {
  readonly downMbps: number | null
  readonly upMbps: number | null
}

interface Iperf3Options extends ToolOptions {
  readonly farCommand: (argv: readonly string[]) => string[]
}

/** Payload that fills an IP packet of 1,500 bytes. */
const PAYLOAD_BYTES = 1472
const FULL_BYTES = PAYLOAD_BYTES + HEADER_BYTES
/** Says how much faster than the link the packets are sent: little, as iperf3's own TCP connection waits in the same queue. */
const OVER = 1.2
const LEAST_S = 2
/** Packets that are counted at least: the rate is known to one of them. */
const LEAST_PACKETS = 60
const REPORT = ['--json', '--interval', '0.5'] as const
/** The server takes a moment to listen. */
const TRIES = 50
const RETRY_MS = 100
/** It prints its report when the client has ended; on a machine without a free processor it has been seen not to. */
const REPORT_LIMIT_MS = 5_000
/**
 * Time that a measurement may take beside the time that it sends, round trips, and the queues that its last packets and what
 * the two ends tell each other wait in. The one datagram by which each test begins is not sent again where it is lost: iperf3
 * would wait for 30 s, and then fail.
 */
const SPARE_MS = 4_000
const ROUND_TRIPS = 20
const MEASURE_TRIES = 5

/** iperf3's own, and the next: a server takes one test at a time. */
const PORTS: Readonly<Record<Direction, number>> = { up: 5201, down: 5202 }

/** Time that iperf3's own TCP connection may wait in a queue that its packets have filled: longer, and a test takes minutes. */
const QUEUE_LIMIT_MS = 5_000

/** Whether a link is fast enough for iperf3; our own echo measures a slower one in half a minute. */
export function isForIperf3(condition: LinkCondition): boolean {
  return DIRECTIONS.every((direction) => {
    const { mbps } = directed(condition, direction)
    return condition.queuePackets * packetMs(PAYLOAD_BYTES, mbps ?? Infinity) <= QUEUE_LIMIT_MS
  })
}

/** Measures the rate of each limited direction by UDP, both at once. */
export async function iperf3(options: Iperf3Options): Promise<Iperf3Measurement> {
  const mbps: Record<Direction, number | null> = { down: null, up: null }
  await allOrNone(options.signal, DIRECTIONS, async (direction, _, signal) => {
    mbps[direction] = await measure(direction, { ...options, signal })
  })
  return { downMbps: mbps.down, upMbps: mbps.up }
}

async function measure(direction: Direction, options: Iperf3Options): Promise<number | null> {
  if (directed(options.condition, direction).mbps === null) return null
  for (let attempt = 1; ; attempt++) {
    const limit = AbortSignal.timeout(limitMs(direction, options.condition))
    try {
      return await measureOnce(direction, { ...options, signal: AbortSignal.any([options.signal, limit]) })
    } catch (error) {
      options.signal.throwIfAborted()
      if (attempt < MEASURE_TRIES) continue
      if (!limit.aborted) throw error
      const tried = `${MEASURE_TRIES} times for ${limitMs(direction, options.condition) / 1_000} s`
      throw new LinkOff([`iperf3 was tried ${tried} (${direction}) and was not done: this machine is busy`])
    }
  }
}

async function measureOnce(direction: Direction, options: Iperf3Options): Promise<number> {
  const { program, farCommand, address, signal } = options
  const serverArgv = ['--server', '--one-off', '--bind', address, '--port', `${PORTS[direction]}`, ...REPORT]
  const [command, ...argv] = [...DIES_WITH_PARENT, ...farCommand([program.path, ...serverArgv])] as const
  const server = spawn(command, argv, { stdio: ['ignore', 'pipe', 'inherit'], env: program.env })
  const ended = new Promise<void>((resolve) =>
    server.on('error', () => resolve()).on('exit', () => resolve()),
  )
  const far = text(server.stdout)
  try {
    const near = await client(options, clientArgv(direction, options))
    if (direction === 'down') return readIperf3(near)
    const report = await Promise.race([far, sleep(REPORT_LIMIT_MS, null, { signal, ref: false })])
    if (report === null) throw new Error('the server of iperf3 does not end')
    return readIperf3(report)
  } finally {
    server.kill('SIGKILL')
    await ended
  }
}

function clientArgv(direction: Direction, { address, condition }: Iperf3Options): string[] {
  const { mbps, loss } = directed(condition, direction)
  const sentMbps = (OVER * (mbps ?? 0) * PAYLOAD_BYTES) / FULL_BYTES / (1 - meanLoss(loss))
  return [
    '--client',
    address,
    '--port',
    `${PORTS[direction]}`,
    '--udp',
    '--length',
    `${PAYLOAD_BYTES}`,
    ...REPORT,
    '--bitrate',
    `${Math.ceil(sentMbps * 1e6)}`,
    '--time',
    `${sendingS(mbps)}`,
    ...(direction === 'down' ? ['--reverse'] : []),
  ]
}

/** Whole seconds, for iperf3 takes no others. */
function sendingS(mbps: number | null): number {
  return Math.ceil(Math.max(LEAST_S, (LEAST_PACKETS * FULL_BYTES * 8) / (mbps ?? Infinity) / 1e6))
}

function limitMs(direction: Direction, condition: LinkCondition): number {
  const queuesMs = DIRECTIONS.reduce((sum, each) => {
    const mbps = directed(condition, each).mbps ?? Infinity
    return sum + condition.queuePackets * packetMs(PAYLOAD_BYTES, mbps)
  }, 0)
  const tripMs = condition.rttMs + 4 * condition.jitterMs
  const sendingMs = 1_000 * sendingS(directed(condition, direction).mbps)
  return Math.ceil(sendingMs + queuesMs + ROUND_TRIPS * tripMs + SPARE_MS)
}

/** Runs the client until it finds a server that listens. */
async function client({ program, command, signal }: ToolOptions, argv: readonly string[]): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      const all = [...DIES_WITH_PARENT, ...command([program.path, ...argv])] as const
      return await runCommand([...all], { signal, env: program.env })
    } catch (error) {
      signal.throwIfAborted()
      if (attempt === TRIES) throw error
      await sleep(RETRY_MS, undefined, { signal })
    }
  }
}

interface Report {
  readonly error?: string
  readonly intervals: readonly { readonly sum: { readonly bytes: number; readonly seconds: number } }[]
}

/**
 * Mbit/s of IP packets out of the report of the end that received: its bytes are of UDP payloads, to each of which
 * `HEADER_BYTES` of headers are added. Intervals before the first packet and after the last are not of the link's time: one
 * end counts from before a round trip, and until it hears that the other has ended. In the first and the last in which
 * something came it was full for a part of the time only, which leaves those between them.
 */
export function readIperf3(json: string): number {
  const { error, intervals } = JSON.parse(json) as Report
  if (error !== undefined) throw new Error(`iperf3: ${error}`)
  const isReceived = ({ sum }: Report['intervals'][number]): boolean => sum.bytes > 0
  const [first, last] = [intervals.findIndex(isReceived), intervals.findLastIndex(isReceived)]
  const counted = intervals.slice(first + 1, Math.max(last, 0)).map(({ sum }) => sum)
  const bytes = counted.reduce((total, sum) => total + sum.bytes, 0)
  const seconds = counted.reduce((total, sum) => total + sum.seconds, 0)
  if (seconds === 0) throw new Error('iperf3 reports too few intervals')
  return (bytes * 8 * FULL_BYTES) / PAYLOAD_BYTES / seconds / 1e6
}
