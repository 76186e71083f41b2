/**
 * One process for all servers of our own: those that misbehave, each at an address of its own, and those of the hard pages.
 * Its arguments are the files of their orders.
 */
import { readFileSync } from 'node:fs'
import { serveEcho } from '../../link/measure/echo.ts'
import type { HardListener } from '../hard/hard-listener.ts'
import { listenHard } from '../hard/listen-hard.ts'
import { serveDns } from './dns.ts'
import type { ZooOrder } from './listener.ts'
import { serveTcp } from './serve-tcp.ts'
import { serveUdp } from './serve-udp.ts'

const readOrder = (file = ''): unknown => JSON.parse(readFileSync(file, 'utf8'))
const [zooFile, hardFile] = process.argv.slice(2)
const order = readOrder(zooFile) as ZooOrder
for (const listener of order.listeners) {
  if (listener.transport === 'tcp') serveTcp(listener)
  else await serveUdp(listener)
}
serveDns(order.dnsAddress, order.names)
serveEcho(order.echoAddress)
listenHard(readOrder(hardFile) as HardListener[])
