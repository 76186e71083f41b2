import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { GraphReplayer } from '../../../../lab/graph/replay/graph-replayer.ts'
import { findLabProgram } from '../../../../lab/process/find-program.ts'
import { smallGraph } from '../../../model/graph/small-graph.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { ADDRESSES, CACHE, originFilesOfTests } from '../../origin/running-server.ts'
import { HOSTS, orderOf } from './replayed-graph.ts'

const skip = whyNoLoad()

const files = await originFilesOfTests()

test('a connection of QUIC has no id of the client’s, as Chromium’s have none', { skip }, async () => {
  const server = createSocket('udp4').bind(0, ADDRESSES.a)
  try {
    await once(server, 'listening')
    const { port } = server.address()
    const hosts = new Map(
      [...HOSTS].map(([origin, host]) => [origin, { ...host, address: ADDRESSES.a, port }]),
    )
    const orderFile = join(files.folder, 'ids.json')
    await writeFile(orderFile, JSON.stringify(orderOf(smallGraph(), files.caFile, { protocol: 'h3' }, hosts)))
    await using replayer = new GraphReplayer([findLabProgram('towline-load', CACHE)], null)
    // It is ended before it is done: nobody answers.
    replayer.load(orderFile).catch(() => {})
    const [packet] = (await once(server, 'message')) as [Buffer]
    assert.equal((packet[0] ?? 0) >> 7, 1, 'a long header (RFC 9000, 17.2)')
    const destinationLength = packet[5] ?? 0
    assert.ok(destinationLength >= 8)
    assert.equal(packet[6 + destinationLength], 0)
  } finally {
    server.close()
  }
})
