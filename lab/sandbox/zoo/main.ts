/** The zoo: one process for all servers that misbehave, each at an address of its own. Its argument is its order. */
import { readFileSync } from 'node:fs'
import { serveEcho } from '../../link/measure/echo.ts'
import { serveDns } from './dns.ts'
import type { ZooOrder } from './listener.ts'
import { serveTcp } from './serve-tcp.ts'
import { serveUdp } from './serve-udp.ts'

const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ZooOrder
for (const listener of order.listeners) {
  if (listener.transport === 'tcp') serveTcp(listener)
  else await serveUdp(listener)
}
serveDns(order.dnsAddress, order.names)
serveEcho(order.echoAddress)
