import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { test } from 'node:test'
import { fetchNode, finished, graphOf } from '../../../model/graph/small-graph.ts'
import { startWeb } from '../../../servers/web.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { originFilesOfTests } from '../../origin/running-server.ts'
import { loadOrder, orderOf } from './replayed-graph.ts'

const skip = whyNoLoad()

const served = await originFilesOfTests()

const BODY = Buffer.alloc(100)
const SCRIPTS = 20
/** Of TLS's record layer (RFC 8446, 5.1). */
const RECORD_HEADER_BYTES = 5
const APPLICATION_DATA = 23

function applicationRecords(bytes: Buffer): number {
  let count = 0
  for (let at = 0; at + RECORD_HEADER_BYTES <= bytes.length; ) {
    if (bytes[at] === APPLICATION_DATA) count += 1
    at += RECORD_HEADER_BYTES + bytes.readUInt16BE(at + 3)
  }
  return count
}

test('requests of HTTP/2 that are asked for at once are written one by one, as Chromium does', {
  skip,
  timeout: 60_000,
}, async () => {
  const scripts = Array.from({ length: SCRIPTS }, (_, index) =>
    fetchNode(index + 1, { bytes: BODY.length, after: [finished(0)] }),
  )
  const graph = graphOf([
    fetchNode(0, { path: '/', resourceType: 'document', bytes: BODY.length }),
    ...scripts,
  ])
  await using web = await startWeb((_, response) => void response.end(BODY), served.pair)
  const sent: Buffer[] = []
  const gate = createServer((socket) => {
    const server = connect(web.port, '127.0.0.1')
    for (const each of [socket, server]) each.on('error', () => {})
    socket.on('data', (chunk: Buffer) => sent.push(chunk))
    socket.pipe(server).pipe(socket)
  })
  try {
    gate.listen(0, '127.0.0.1')
    await once(gate, 'listening')
    const { port } = gate.address() as AddressInfo
    const hosts = new Map([['https://a.test', { name: 'a.test', address: '127.0.0.1', port }]])
    const order = orderOf(graph, served.caFile, { protocol: 'h2' }, hosts)
    const report = await loadOrder(served.folder, order)
    assert.ok(report.fetches.every(({ failure, finishedMs }) => failure === null && finishedMs !== null))
    const records = applicationRecords(Buffer.concat(sent))
    // The document's request and the end of the handshake are among them.
    assert.ok(records >= SCRIPTS + 2, `${records} records`)
  } finally {
    gate.close()
  }
})
