import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { smallGraph } from '../../../model/graph/small-graph.ts'
import { whyNoLoad } from '../../load/run-load.ts'
import { ADDRESSES, makeOriginFiles, type OriginFiles } from '../../origin/running-server.ts'
import { HOSTS, loadOrder, orderOf } from './replayed-graph.ts'

const skip = whyNoLoad()
/** Time for probes after 0.3, 0.9 and 2.1 s, two packets each; with QUIC's own 1 s there is time for the first alone. */
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
  let packets = 0
  silent.on('message', () => {
    packets += 1
  })
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
    assert.ok(packets >= 4, `${packets} packets in ${LIMIT_MS} ms`)
  } finally {
    silent.close()
  }
})
