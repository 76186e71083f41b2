/**
 * A program for inside a namespace of its own: opens the filter, and says in JSON what a process with its group reaches,
 * over TCP and UDP, and what one without it. `keep` leaves the filter behind, as a killed run does.
 */
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openEgressFilter } from '../../../../crawler/probe/browser/egress-filter.ts'
import { findPacketTools } from '../../../../crawler/probe/packets/packet-tools.ts'

const CACHE = join(import.meta.dirname, '../../../../.cache/towline')

/** `address port` of each server; all are addresses of the namespace's loopback. */
const PLACES = process.argv[2]?.split(',') ?? []

const TRY = `
import { connect } from 'node:net'
import { createSocket } from 'node:dgram'
const limit = (work) => Promise.race([work, new Promise((done) => setTimeout(done, 30_000, 'silent'))])
const tcp = (host, port) => new Promise((done) => {
  const socket = connect({ host, port })
  socket.on('connect', () => { done('reached'); socket.destroy() })
  socket.on('error', ({ code }) => done(code))
})
const udp = (host, port) => new Promise((done) => {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  socket.on('message', () => { done('reached'); socket.close() })
  socket.on('error', ({ code }) => done(code))
  socket.connect(port, host, () => socket.send('?', (error) => error && done(error.code)))
})
const found = {}
for (const place of process.argv[1].split(',')) {
  const [host, port] = place.split(' ')
  found[place] = [await limit(tcp(host, Number(port))), await limit(udp(host, Number(port)))]
}
console.log(JSON.stringify(found))
process.exit()
`

for (const place of PLACES) {
  const [host = '', port] = place.split(' ')
  await once(createServer((socket) => socket.destroy()).listen(Number(port), host), 'listening')
  const echo = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  echo.on('message', (message, { port: from, address }) => echo.send(message, from, address))
  echo.bind(Number(port), host)
  await once(echo, 'listening')
}

async function reached(gid?: number): Promise<object> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', TRY, PLACES.join(',')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(gid === undefined ? {} : { gid }),
  })
  return JSON.parse(await text(child.stdout)) as object
}

const filter = await openEgressFilter(findPacketTools(CACHE).nft, ['127.0.0.53'])
const [inside, outside] = [await reached(filter.gid), await reached()]
const refused = await filter.refused()
if (process.argv[3] !== 'keep') await filter[Symbol.asyncDispose]()
console.log(JSON.stringify({ inside, outside, refused }))
process.exit()
