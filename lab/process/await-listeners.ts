/**
 * A program for inside the servers' namespace: waits until every TCP port of the list on standard input accepts a
 * connection and every UDP port is bound, then ends. The list is lines of `tcp ADDRESS PORT` and `udp ADDRESS PORT`.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { boundNow } from './bound-sockets.ts'

const RETRY_MS = 15

async function accepts(address: string, port: number): Promise<void> {
  for (;;) {
    const socket = connect({ host: address, port })
    try {
      await once(socket, 'connect')
      return
    } catch {
      // Not yet listening: that is what is waited for. Whoever started this program sets the limit.
      await delay(RETRY_MS)
    } finally {
      socket.destroy()
    }
  }
}

async function allBound(udp: readonly string[]): Promise<boolean> {
  const bound = await boundNow()
  return udp.every((each) => bound.has(each))
}

const wanted = (await text(process.stdin)).split('\n').filter((line) => line !== '')
const udp: string[] = []
for (const line of wanted) {
  const [transport, address = '', port] = line.split(' ')
  if (transport === 'tcp') await accepts(address, Number(port))
  else udp.push(`udp ${ipaddr.parse(address)} ${port}`)
}
while (!(await allBound(udp))) await delay(RETRY_MS)
