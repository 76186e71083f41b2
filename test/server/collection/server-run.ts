// The server in a process of its own: `server-run.ts FOLDER DATABASE [watch]`. Starts when it is reported to, by a line; prints
// its address. It answers the line `heap` with the bytes that are in use after all garbage is collected (`--expose-gc`), and
// every other, with `watch`, with what it did that could reach another machine.
import { createHook } from 'node:async_hooks'
import { createInterface } from 'node:readline'
import { serveFolder } from './serve-folder.ts'

/** Of Node's handles and requests those that go out: connections, names asked for, datagrams, other programs. */
const OUTBOUND: ReadonlySet<string> = new Set([
  ...['TCPCONNECTWRAP', 'PIPECONNECTWRAP', 'GETADDRINFOREQWRAP', 'GETNAMEINFOREQWRAP', 'QUERYWRAP'],
  ...['UDPWRAP', 'UDPSENDWRAP', 'PROCESSWRAP'],
])

const [folder = '', database = '', watch] = process.argv.slice(2)
const lines = createInterface(process.stdin)[Symbol.asyncIterator]()
console.log('ready')
await lines.next()
const server = await serveFolder(folder, database)
const seen: string[] = []
if (watch !== undefined) {
  createHook({
    init(_id, type) {
      if (OUTBOUND.has(type)) seen.push(type)
    },
  }).enable()
}
console.log(server.address)
for (;;) {
  const { value: line, done } = await lines.next()
  if (done === true) break
  if (line === 'fetch') await fetch(`${server.address}/healthz`)
  if (line === 'heap') {
    globalThis.gc?.()
    console.log(process.memoryUsage().heapUsed)
  } else console.log(JSON.stringify(seen))
}
await server[Symbol.asyncDispose]()
