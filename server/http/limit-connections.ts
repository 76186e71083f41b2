import type { Server } from 'node:http'
import { networkKey } from './client-address.ts'

interface ConnectionLimits {
  readonly inAll: number
  /** Number for one address, IPv6: of one /56; 0 for any number, as where a proxy makes all of them. */
  readonly perAddress: number
  /** Told of each connection that is closed for it. */
  readonly onRefused: (why: 'connections' | 'connections_of_address') => void
}

/**
 * Closes connections beyond these limits at once, unread: one client that opens thousands and leaves them idle takes its
 * own share and not that of others (safety.md ING-6).
 */
export function limitConnections(server: Server, { inAll, perAddress, onRefused }: ConnectionLimits): void {
  server.maxConnections = inAll
  server.on('drop', () => onRefused('connections'))
  if (perAddress === 0) return
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const network = networkKey(socket.remoteAddress)
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    socket.once('close', () => {
      const remaining = (open.get(network) ?? 1) - 1
      if (remaining === 0) open.delete(network)
      else open.set(network, remaining)
    })
    if (count <= perAddress) return
    onRefused('connections_of_address')
    socket.destroy()
  })
}
