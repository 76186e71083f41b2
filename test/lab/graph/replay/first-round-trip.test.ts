import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { smallGraph } from '../../../model/graph/small-graph.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { ADDRESSES, makeOriginFiles, type OriginFiles } from '../../origin/running-server.ts'
import { HOSTS, loadOrder, orderOf } from './replayed-graph.ts'

const skip = whyNoLoad()
/**
 * Time for probes after 0.3, 0.9 and 2.1 s, two packets each: with the first packet and the farewell eight in all. With QUIC's own
 * 1 s there is time for one probe: four.
 */
const LIMIT_MS = 2_500

const opened = new AsyncDisposableStack()
let files: OriginFiles
before(async () => {
  if (!skip) files = opened.use(await makeOriginFiles({}))
})
after(() => opened.disposeAsync())

test('a first packet of QUIC that nobody answers is sent again as soon as Chromium does', {
  skip,
}, async () => {
  const silent = createSocket('udp4')
  // By port of the client: what waited for the document opens connections of its own once that has failed.
  const packetsFrom = new Map<number, number>()
  silent.on('message', (_, { port }) => packetsFrom.set(port, (packetsFrom.get(port) ?? 0) + 1))
  silent.bind(0, ADDRESSES.a)
  await once(silent, 'listening')
  try {
    const { port } = silent.address()
    const hosts = new Map(
      [...HOSTS].map(([origin, host]) => [origin, { ...host, address: ADDRESSES.a, port }]),
    )
    const limits = { loadLimitMs: 2 * LIMIT_MS, connectLimitMs: LIMIT_MS }
    const order = orderOf(smallGraph(), files.caFile, { protocol: 'h3', ...limits }, hosts)
    const { fetches } = await loadOrder(files.folder, order)
    assert.equal(fetches[0]?.failure, 'quic_timeout')
    const [packets = 0] = packetsFrom.values()
    assert.ok(packets >= 6, `${packets} packets in ${LIMIT_MS} ms`)
  } finally {
    silent.close()
  }
})
