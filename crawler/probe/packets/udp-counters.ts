import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { UdpCounts } from '../../../model/packet-trace.ts'

/** The program that prints the counters of a path of UDP as JSON, and what it is started with. */
export interface CounterCommand {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Reads what passed a path of UDP so far, and what it stopped. Rejects where the counters cannot be read. */
export async function readUdpCounters(
  { argv, env }: CounterCommand,
  signal: AbortSignal,
): Promise<UdpCounts> {
  const [program = '', ...rest] = argv
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    signal,
  })
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`the counters of UDP cannot be read: ${errors.trim()}`)
  return udpCounts(output)
}

export function udpCounts(json: string): UdpCounts {
  const { nftables = [] } = JSON.parse(json) as {
    readonly nftables?: readonly { readonly counter?: { readonly name: string; readonly packets: number } }[]
  }
  const packetsOf = (name: string): number => {
    const packets = nftables.find(({ counter }) => counter?.name === name)?.counter?.packets
    if (packets === undefined) throw new Error(`nft lists no counter '${name}'`)
    return packets
  }
  return { passed: packetsOf('passed'), stopped: packetsOf('stopped') }
}
