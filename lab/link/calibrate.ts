import { join } from 'node:path'
import { runCommand } from '../sandbox/run-command.ts'
import type { LinkCondition } from './link.ts'

/** What a link really does, measured over it; stored beside the condition that it was set to. */
export interface LinkMeasurement {
  /** UDP echoes of 92 bytes, one after the other; null where none came back. */
  readonly rtt: {
    readonly minMs: number | null
    readonly medianMs: number | null
    readonly maxMs: number | null
    readonly samples: number
  }
  /** Of IP packets, while more is sent than fits; null where the rate is not limited, which is not measured. */
  readonly downMbps: number | null
  readonly upMbps: number | null
  readonly lossUp: LossCount
  readonly lossDown: LossCount
}

export interface LossCount {
  readonly sent: number
  readonly lost: number
}

/** What measure-link.ts is started with. */
export interface MeasureOrder {
  readonly address: string
  readonly condition: LinkCondition
  readonly lossProbes: number
}

export interface CalibrateOptions {
  /** The command that runs a program at the client's end. */
  readonly command: (argv: readonly string[]) => string[]
  /** Where `serveEcho` listens at the other end. */
  readonly echoAddress: string
  /** What the link is set to: bursts are made for it. */
  readonly condition: LinkCondition
  /** Echoes that loss is counted of; fewer on a slow link. Default 2,000. */
  readonly lossProbes?: number
  readonly signal: AbortSignal
}

/**
 * Measures a link as it is: round-trip time, loss and rate, in some five seconds, in which nothing else may use it.
 * Rejects where the far end does not answer.
 */
export async function calibrate(options: CalibrateOptions): Promise<LinkMeasurement> {
  const order: MeasureOrder = {
    address: options.echoAddress,
    condition: options.condition,
    lossProbes: options.lossProbes ?? 2_000,
  }
  const program = join(import.meta.dirname, 'measure-link.ts')
  const [command = '', ...argv] = options.command([process.execPath, program, JSON.stringify(order)])
  return JSON.parse(await runCommand([command, ...argv], { signal: options.signal })) as LinkMeasurement
}
