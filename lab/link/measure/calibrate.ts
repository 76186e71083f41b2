import { extname, join } from 'node:path'
import { DIES_WITH_PARENT } from '../../process/dies-with-parent.ts'
import { runCommand } from '../../process/run-command.ts'
import type { Direction, LinkCondition } from '../condition/link.ts'
import { directed } from '../condition/link.ts'
import { readTrace } from '../condition/trace.ts'
import { findTools } from './find-tools.ts'
import { type Iperf3Measurement, iperf3, isForIperf3 } from './iperf3.ts'
import { openEcho } from './open-echo.ts'
import { type PingMeasurement, ping } from './ping.ts'

/** Measured properties of a link; stored beside the condition that it was set to. */
export interface LinkMeasurement {
  /** UDP echoes of 92 bytes, one after the other; null where none came back. */
  readonly rtt: {
    readonly minMs: number | null
    readonly medianMs: number | null
    readonly maxMs: number | null
    readonly samples: number
  }
  /**
   * Rate of IP packets, while more is sent than fits; null where the rate is not limited, or by a trace of more than
   * `TRACE_LIMIT_MS`, which are not measured.
   */
  readonly downMbps: number | null
  readonly upMbps: number | null
  readonly lossUp: LossCount
  readonly lossDown: LossCount
  /** Most packets that waited while far more was sent than fits; null where the rate is not limited, or it takes long. */
  readonly queueDownPackets: number | null
  readonly queueUpPackets: number | null
  /**
   * The same by tools of others; null where they are not there or not asked, or the far end is not ours to run them. iperf3
   * measures no link so slow that its queue takes long to empty.
   */
  readonly ping: PingMeasurement | null
  readonly iperf3: Iperf3Measurement | null
}

export interface LossCount {
  readonly sent: number
  readonly lost: number
  /** Runs of packets that were lost, without one at the very end. */
  readonly bursts: number
  /** Packets that came after one that was sent later. */
  readonly reordered: number
}

export interface RateOrder {
  readonly mbps: number
  /** Its highest, where it varies. */
  readonly peakMbps: number
  /** Duration of a trace; null: a constant rate. */
  readonly lastsMs: number | null
}

export interface MeasureOrder {
  readonly address: string
  readonly condition: LinkCondition
  readonly rates: Readonly<Record<Direction, RateOrder | null>>
  readonly lossProbes: number
}

export interface CalibrateOptions {
  /** The command that runs a program at the client's end. */
  readonly command: (argv: readonly string[]) => string[]
  /**
   * The command that runs a program at the servers' end; iperf3 and the echo are run by it. Default: none; then
   * `serveEcho` must be there, and iperf3 is left out.
   */
  readonly farCommand?: (argv: readonly string[]) => string[]
  readonly echoAddress: string
  /** Condition that the link is set to: bursts are made for it. */
  readonly condition: LinkCondition
  /** Echoes that loss is counted of; fewer on a slow link. Default 2,000. */
  readonly lossProbes?: number
  /** Whether ping and iperf3 measure it too, where they are there. Default true. */
  readonly byTools?: boolean
  /** Folder where scripts/setup-link.sh put ping and iperf3, if the machine has none. */
  readonly cacheDir: string
  readonly signal: AbortSignal
}

/** Longest trace whose rate is measured: it has to be seen whole. */
const TRACE_LIMIT_MS = 5_000

/**
 * Measures a link as it is: round-trip time, loss, rate and queue, in some ten seconds (half a minute at 64 kbit/s), in
 * which nothing else may use it. Rejects where the far end does not answer.
 */
export async function calibrate(options: CalibrateOptions): Promise<LinkMeasurement> {
  const { command, farCommand, echoAddress, condition, signal } = options
  const order: MeasureOrder = {
    address: echoAddress,
    condition,
    rates: { down: await rateOf(condition, 'down'), up: await rateOf(condition, 'up') },
    lossProbes: options.lossProbes ?? 2_000,
  }
  const program = join(import.meta.dirname, `measure-link${extname(import.meta.filename)}`)
  const measureCommand = [
    ...DIES_WITH_PARENT,
    ...command([process.execPath, program, JSON.stringify(order)]),
  ] as const
  await using _ = farCommand ? await openEcho(farCommand, echoAddress, signal) : null
  const measured = JSON.parse(await runCommand([...measureCommand], { signal })) as Omit<
    LinkMeasurement,
    'ping' | 'iperf3'
  >
  const tools = (options.byTools ?? true) ? findTools(options.cacheDir) : { ping: null, iperf3: null }
  return {
    ...measured,
    ping:
      tools.ping && (await ping({ program: tools.ping, command, address: echoAddress, condition, signal })),
    iperf3:
      tools.iperf3 && farCommand && isForIperf3(condition)
        ? await iperf3({
            program: tools.iperf3,
            command,
            farCommand,
            address: echoAddress,
            condition,
            signal,
          })
        : null,
  }
}

async function rateOf(condition: LinkCondition, direction: Direction): Promise<RateOrder | null> {
  const { mbps, trace } = directed(condition, direction)
  if (mbps !== null) return { mbps, peakMbps: mbps, lastsMs: null }
  if (trace === null) return null
  const { steps, lastsMs, meanMbps } = await readTrace(trace)
  if (lastsMs > TRACE_LIMIT_MS) return null
  return { mbps: meanMbps, peakMbps: Math.max(...steps.map((step) => step.mbps)), lastsMs }
}
