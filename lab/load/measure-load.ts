import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadEnd, MeasuredSecond } from '../../model/load-second.ts'
import type { LabNetwork } from '../network/open.ts'
import { runCommand } from '../process/run-command.ts'
import { busyShare, readCoreTimes } from './cores/core-times.ts'
import { onCores, type PinnedCores } from './cores/pinned-cores.ts'
import type { LoadReady } from './lines.ts'
import { readServer } from './meter/server-reading.ts'
import type { LoadOrder } from './order.ts'
import { loadLines } from './start-load.ts'

interface MeasureLoadOptions {
  /** Has its link in place and a server that serves what the order asks for. */
  readonly network: LabNetwork
  readonly order: LoadOrder
  readonly program: string
  /** The client is bound to its core; the servers were started on theirs. Null or left out: all run where they like. */
  readonly cores?: PinnedCores | null
  /** Apache's busy workers; left out: unknown. */
  readonly busyWorkers?: () => number | null
  /** Milliseconds of the server's readings. */
  readonly clock: () => number
  /** Aborting it ends the load with its last rows. */
  readonly signal: AbortSignal
}

export type MeasuredLoad =
  | { readonly ready: LoadReady }
  | { readonly second: MeasuredSecond }
  | { readonly end: LoadEnd }

/**
 * Takes all ports there are: each page of a user may have new ones, and a port that was just closed would be out of use for a
 * minute.
 */
const CLIENT_PORTS = [
  'echo 1024 65535 > /proc/sys/net/ipv4/ip_local_port_range',
  'echo 1 > /proc/sys/net/ipv4/tcp_tw_reuse',
]

/** Loads the server at the other end of the lab's network, and reads each second what that costs it. */
export async function* measureLoad(options: MeasureLoadOptions): AsyncGenerator<MeasuredLoad, void> {
  const { network, order, program, cores = null, busyWorkers, clock, signal } = options
  const run = (end: 'client' | 'server', argv: readonly string[]): Promise<string> => {
    const [file = '', ...rest] = network.command(end, argv)
    return runCommand([file, ...rest], { signal })
  }
  await run('client', ['sh', '-ec', CLIENT_PORTS.join('\n')])
  const namespace = (await run('server', ['readlink', '/proc/self/ns/net'])).trim()
  const file = join(network.folder, 'load.json')
  await writeFile(file, JSON.stringify(order))
  const [first = '', ...rest] = network.command('client', [
    ...onCores(cores === null ? undefined : [cores.client]),
    ...[program, file],
  ])
  let before = readCoreTimes()
  for await (const line of loadLines([first, ...rest], signal)) {
    if ('second' in line) {
      const after = readCoreTimes()
      const busy = (ofCores: readonly number[]): number | null => busyShare(ofCores, before, after)
      yield {
        second: {
          load: line.second,
          server: readServer(namespace, clock, busyWorkers),
          busy: { client: cores && busy([cores.client]), server: cores && busy(cores.servers) },
        },
      }
      before = after
    } else yield line
  }
}
