import { DIES_WITH_PARENT } from '../../process/dies-with-parent.ts'
import { runCommand } from '../../process/run-command.ts'
import type { LinkCondition } from '../condition/link.ts'
import type { Tool } from './find-tools.ts'

/** Output of ping (iputils); times are null where nothing came back. */
export interface PingMeasurement {
  readonly sent: number
  readonly received: number
  readonly minMs: number | null
  readonly meanMs: number | null
  readonly maxMs: number | null
}

export interface ToolOptions {
  readonly program: Tool
  /** The command that runs a program at the client's end. */
  readonly command: (argv: readonly string[]) => string[]
  readonly address: string
  readonly condition: LinkCondition
  readonly signal: AbortSignal
}

const PINGS = 20
const INTERVAL_S = 0.05
/** Payload of ping's default: 84 bytes of IP. */
export const PING_IP_BYTES = 56 + 28
/** Time beside the round trip, for the last answer. */
const WAIT_S = 1

/** Measures round trips by ICMP. That none comes back is an answer. */
export async function ping({
  program,
  command,
  address,
  condition,
  signal,
}: ToolOptions): Promise<PingMeasurement> {
  const waitS = WAIT_S + Math.ceil((condition.rttMs + 4 * condition.jitterMs) / 1000)
  const limits = ['-n', '-q', '-c', `${PINGS}`, '-i', `${INTERVAL_S}`, '-W', `${waitS}`]
  const argv = [...DIES_WITH_PARENT, ...command([program.path, ...limits, address])] as const
  try {
    return readPing(await runCommand([...argv], { signal, env: program.env }))
  } catch (error) {
    signal.throwIfAborted()
    // It fails where nothing came back.
    if (error instanceof Error && /failed \(1\): $/.test(error.message))
      return { sent: PINGS, received: 0, minMs: null, meanMs: null, maxMs: null }
    throw error
  }
}

/** The last lines of `ping -q`. */
export function readPing(output: string): PingMeasurement {
  const [, sent, received] = /^(\d+) packets transmitted, (\d+) received/m.exec(output) ?? []
  if (sent === undefined || received === undefined)
    throw new Error(`ping says what is not understood: ${output}`)
  const [, min, mean, max] = /^rtt min\/avg\/max\/mdev = ([\d.]+)\/([\d.]+)\/([\d.]+)\//m.exec(output) ?? []
  const ms = (text: string | undefined) => (text === undefined ? null : Number(text))
  return { sent: Number(sent), received: Number(received), minMs: ms(min), meanMs: ms(mean), maxMs: ms(max) }
}
