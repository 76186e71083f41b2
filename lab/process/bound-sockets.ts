import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'

/** The kernel's tables of sockets that are bound, below /proc/net. */
const TABLES = ['tcp', 'tcp6', 'udp', 'udp6'] as const
export type SocketTable = (typeof TABLES)[number]
type ReadTable = (table: SocketTable) => Promise<string>

/** State TCP_LISTEN in the column `st` (kernel's tcp_states.h). A UDP socket has no such state. */
const LISTEN = '0A'
const POLL_MS = 10

/**
 * Lists those that others can reach: TCP sockets that listen and all bound UDP sockets, as `tcp ADDRESS PORT` and `udp ADDRESS
 * PORT`. The kernel prints addresses as native 32-bit words in hex.
 * @param text what the table holds; '' where the kernel has no such table, as without IPv6
 */
function boundSockets(table: SocketTable, text: string): string[] {
  const transport = table.startsWith('tcp') ? 'tcp' : 'udp'
  return text.split('\n').flatMap((line) => {
    const [, address, port, state] = /: ([0-9A-F]+):([0-9A-F]{4}) \S+ ([0-9A-F]{2}) /.exec(line) ?? []
    if (address === undefined || port === undefined || (transport === 'tcp' && state !== LISTEN)) return []
    const bytes = Buffer.from(address, 'hex').swap32()
    return [`${transport} ${ipaddr.fromByteArray([...bytes])} ${Number.parseInt(port, 16)}`]
  })
}

/** A table of the network namespace that this process is in. */
async function readProcTable(table: SocketTable): Promise<string> {
  try {
    return await readFile(`/proc/net/${table}`, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** Lists what is bound in a network namespace at this moment, as `tcp ADDRESS PORT` and `udp ADDRESS PORT`. */
async function boundNow(readTable: ReadTable = readProcTable): Promise<Set<string>> {
  const tables = await Promise.all(TABLES.map(async (table) => boundSockets(table, await readTable(table))))
  return new Set(tables.flat())
}

/**
 * Waits until all of the listeners are there, in the network namespace that this process is in. The kernel accepts
 * connections of a TCP socket that listens, whatever its server does.
 * @param listeners `tcp ADDRESS PORT` and `udp ADDRESS PORT`
 */
export async function untilBound(listeners: readonly string[], signal?: AbortSignal): Promise<void> {
  const wanted = listeners.map((listener) => {
    const [transport, address = '', port] = listener.split(' ')
    return `${transport} ${ipaddr.parse(address)} ${port}`
  })
  for (;;) {
    const startMs = performance.now()
    const bound = await boundNow()
    if (wanted.every((each) => bound.has(each))) return
    // A look at a thousand sockets takes ms, which the servers that are starting need.
    await delay(Math.max(POLL_MS, 5 * (performance.now() - startMs)), undefined, { signal })
  }
}

/**
 * Waits until nobody holds any of the listeners. A server's workers may do so for some ms after its main process has
 * ended, and whoever came next would find the port taken, or ask the wrong server.
 * @param listeners `tcp ADDRESS PORT` and `udp ADDRESS PORT`
 * @param readTable gives a table of the network namespace that the listeners are in; default: this process's own
 * @throws Error that names those which are still held after `limitMs`
 */
export async function untilFree(
  listeners: readonly string[],
  limitMs: number,
  readTable: ReadTable = readProcTable,
): Promise<void> {
  if (listeners.length === 0) return
  const until = performance.now() + limitMs
  for (;;) {
    const bound = await boundNow(readTable)
    const stillBound = listeners.filter((each) => bound.has(each))
    if (stillBound.length === 0) return
    if (performance.now() > until)
      throw new Error(`still bound after ${limitMs} ms: ${stillBound.join(', ')}`)
    await delay(POLL_MS)
  }
}
