import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { fetchNode, finished, graphOf } from '../../../model/graph/small-graph.ts'
import { startWeb } from '../../../servers/web.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { originFilesOfTests } from '../../origin/running-server.ts'
import { loadOrder, orderOf } from './replayed-graph.ts'

const skip = whyNoLoad()

const served = await originFilesOfTests()

const BODY = Buffer.alloc(100)
const MOST_TO_A_HOST = 6
/** Of TLS's record layer (RFC 8446, 5.1): a ClientHello is one. */
const HANDSHAKE_RECORD = 22

/** A document of one host, and pictures of another one. */
function graphOfTwoHosts() {
  const ids = Array.from({ length: MOST_TO_A_HOST + 2 }, (_, index) => index + 1)
  return graphOf(
    [
      fetchNode(0, { path: '/', resourceType: 'document', bytes: BODY.length }),
      ...ids.map((id) =>
        fetchNode(id, {
          ...{ origin: 'https://b.test', path: `/${id}`, resourceType: 'image', bytes: BODY.length },
          after: [finished(0)],
        }),
      ),
    ],
    { load: { atMs: null, guessed: true, after: ids.map((id) => finished(id, 0, { why: 'load' })) } },
  )
}

test('when one connection of HTTP/2 is there the others are closed in the middle of their handshake, as Chromium does', {
  skip,
  timeout: 60_000,
}, async () => {
  const unanswered: Socket[] = []
  const received: Buffer[][] = []
  const { promise: closed, resolve: allClosed } = Promise.withResolvers<void>()
  let open = MOST_TO_A_HOST - 1
  // Pictures have no answer before: a replay that keeps its connections never ends.
  const answer = async (url: string | undefined, response: NodeJS.WritableStream): Promise<void> => {
    if (url !== '/') await closed
    response.end(BODY)
  }
  await using web = await startWeb((request, response) => void answer(request.url, response), served.pair)
  // The first connection reaches the server, the others nobody.
  let accepted = 0
  const gate = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    accepted += 1
    if (accepted === 1) {
      const server = connect(web.port, '127.0.0.1')
      server.on('error', () => {})
      socket.pipe(server).pipe(socket)
      return
    }
    const bytes: Buffer[] = []
    received.push(bytes)
    unanswered.push(socket)
    socket.on('data', (chunk: Buffer) => bytes.push(chunk))
    socket.on('end', () => {
      open -= 1
      if (open === 0) allClosed()
    })
  })
  try {
    gate.listen(0, '127.0.0.1')
    await once(gate, 'listening')
    const hosts = new Map([
      ['https://a.test', { name: 'a.test', address: '127.0.0.1', port: web.port }],
      [
        'https://b.test',
        { name: 'b.test', address: '127.0.0.1', port: (gate.address() as AddressInfo).port },
      ],
    ])
    const report = await loadOrder(
      served.folder,
      orderOf(graphOfTwoHosts(), served.caFile, { protocol: 'h2' }, hosts),
    )
    assert.ok(report.fetches.every(({ failure, finishedMs }) => failure === null && finishedMs !== null))
    assert.equal(accepted, MOST_TO_A_HOST)
    const ofPictures = report.connections.filter(({ host }) => host === 1)
    assert.deepEqual(
      ofPictures.map(({ readyMs, failure }) => [readyMs !== null, failure]),
      [[true, null], ...Array.from({ length: MOST_TO_A_HOST - 1 }, () => [false, null])],
    )
    // A ClientHello at most, and no word of HTTP/2.
    for (const bytes of received.map((chunks) => Buffer.concat(chunks))) {
      if (bytes.length === 0) continue
      assert.equal(bytes[0], HANDSHAKE_RECORD)
      assert.equal(bytes.length, 5 + bytes.readUInt16BE(3))
    }
  } finally {
    for (const socket of unanswered) socket.destroy()
    gate.close()
  }
})
