/**
 * A program for inside the servers' namespace: waits until every TCP port of the list on standard input accepts a
 * connection and every UDP port is bound, then ends. The list is lines of `tcp ADDRESS PORT` and `udp ADDRESS PORT`.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'

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

/** `ADDRESS PORT` of all bound UDP sockets. The kernel prints addresses as native 32-bit words in hex. */
function boundUdp(): Set<string> {
  const bound = new Set<string>()
  for (const file of ['/proc/net/udp', '/proc/net/udp6'])
    for (const line of readFileSync(file, 'utf8').split('\n').slice(1)) {
      const [, hexAddress, hexPort] = /([0-9A-F]+):([0-9A-F]{4})/.exec(line) ?? []
      if (hexAddress === undefined || hexPort === undefined) continue
      const bytes = Buffer.from(hexAddress, 'hex').swap32()
      bound.add(`${ipaddr.fromByteArray([...bytes])} ${Number.parseInt(hexPort, 16)}`)
    }
  return bound
}

const wanted = (await text(process.stdin)).split('\n').filter((line) => line !== '')
const udp: string[] = []
for (const line of wanted) {
  const [transport, address = '', port] = line.split(' ')
  if (transport === 'tcp') await accepts(address, Number(port))
  else udp.push(`${ipaddr.parse(address)} ${port}`)
}
for (let bound = boundUdp(); !udp.every((each) => bound.has(each)); bound = boundUdp()) await delay(RETRY_MS)
