import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCapture } from '../../../crawler/probe/packets/capture.ts'
import { traceOf } from '../../../crawler/probe/packets/dissect.ts'
import type { PacketTool } from '../../../crawler/probe/packets/packet-tools.ts'
import { Tshark } from '../../../crawler/probe/packets/tshark.ts'
import type { TsharkRow } from '../../../crawler/probe/packets/tshark-row.ts'
import { GraphReplayer } from '../../../lab/graph/replay/graph-replayer.ts'
import { writeGraphAnswers } from '../../../lab/graph/replay/write-graph-answers.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { shardAddress } from '../../../lab/network/addresses.ts'
import { openLabNetwork } from '../../../lab/network/open.ts'
import { CLIENT_INTERFACE, LINK_INTERFACE } from '../../../lab/network/topology.ts'
import { originListeners, serverCommand } from '../../../lab/origin/origin.ts'
import { findServerProgram } from '../../../lab/origin/server-program.ts'
import { findLabProgram } from '../../../lab/process/find-program.ts'
import { cannotCapture, tools } from '../../crawler/probe/packets/captured-page.ts'
import { fetchNode, finished, graphOf } from '../../model/graph/small-graph.ts'
import { orderOf, PROTOCOLS } from '../graph/replay/replayed-graph.ts'
import { CACHE, whyNoLink } from '../link/why-no-link.ts'
import { whyNoLoad } from '../load/run-load.ts'
import { makeOriginFiles } from '../origin/running-server.ts'

const skip = { skip: cannotCapture || whyNoLink() || whyNoLoad() }
/** A packet in fifty is lost, and the queue has room for all that is under way. */
const LINK = 'rtt=40ms,down=20,up=20,loss=0.02,queue=2000'
const PICTURES = 60
const PICTURE_BYTES = 30_000
/** Of what the other end shows: a repeat may be dropped itself. */
const MOST_OFF = 0.15
const SETTLE_MS = 1_000
const FEW = 3
const ADDRESS = shardAddress(0)

const pictures = Array.from({ length: PICTURES }, (_, index) => index + 1)
const page = graphOf(
  [
    fetchNode(0, { path: '/', resourceType: 'document' }),
    ...pictures.map((id) =>
      fetchNode(id, { resourceType: 'image', bytes: PICTURE_BYTES, after: [finished(0)] }),
    ),
  ],
  { load: { atMs: null, after: pictures.map((id) => finished(id)), guessed: true } },
)

test('of what the server sends as many packets count as it sends again, or QUIC loses', skip, async () => {
  const signal = AbortSignal.timeout(240_000)
  const host = { name: 'a.test', address: ADDRESS }
  const hosts = new Map([['https://a.test', { ...host, port: 443 }]])
  await using served = await makeOriginFiles({})
  await using network = await openLabNetwork({ cacheDir: CACHE, shards: 1, hosts: [host], signal })
  await network.setLink(parseLink(LINK), { initcwnd: null, congestionControl: 'cubic' }, 147)
  const { ports: _, ...plain } = served.order('towline', { hosts: [host] })
  const order = { ...plain, replayFile: await writeGraphAnswers(served.folder, page, hosts) }
  const program = await findServerProgram('towline', CACHE)
  await network.serve(await serverCommand(order, served.folder, program), originListeners(order))
  const captureAt = (end: 'client' | 'server') =>
    openCapture({
      interface: end === 'client' ? CLIENT_INTERFACE : LINK_INTERFACE,
      tcpdump: tools.tcpdump as PacketTool,
      command: (argv) => network.command(end, argv),
      signal,
    })
  await using near = await captureAt('client')
  await using far = await captureAt('server')
  for (const protocol of PROTOCOLS) {
    const [keyFile, orderFile] = [join(served.folder, `keys-${protocol}`), join(served.folder, 'order.json')]
    await writeFile(keyFile, '')
    await writeFile(orderFile, JSON.stringify(orderOf(page, served.caFile, { protocol }, hosts)))
    const [first = '', ...rest] = network.command('client', [findLabProgram('towline-load', CACHE)])
    const slices = [near.begin(), far.begin()] as const
    {
      await using replayer = new GraphReplayer([first, ...rest], keyFile)
      const report = await replayer.load(orderFile)
      assert.ok(report.fetches.every(({ failure }) => failure === null))
    }
    // What is under way when the client ends is not lost.
    await sleep(SETTLE_MS)
    const keys = await readFile(keyFile, 'utf8')
    const [client = [], server = []] = await Promise.all(
      slices.map(async (slice) => {
        const pcap = await slice.end()
        assert.ok(pcap && slice.drops === 0)
        await using tshark = new Tshark(tools.tshark as PacketTool)
        return await tshark.dissect({ pcap, keys, signal })
      }),
    )
    const wanted =
      protocol === 'h3' ? sentBy(server, 'udp').length - sentBy(client, 'udp').length : sentAgain(server)
    const { packets, decrypted } = traceOf(client, new Set([ADDRESS]), 0)
    assert.ok(decrypted)
    const counted = packets
      .filter(({ up }) => !up)
      .reduce((sum, { retransmission, lostBefore = 0 }) => sum + Number(retransmission) + lostBefore, 0)
    assert.ok(wanted > 2 * FEW, `${protocol}: ${wanted}`)
    assert.ok(
      Math.abs(counted - wanted) <= Math.max(FEW, MOST_OFF * wanted),
      `${protocol}: ${counted} of ${wanted}`,
    )
  }
})

const sentBy = (rows: readonly TsharkRow[], transport: 'tcp' | 'udp'): TsharkRow[] =>
  rows.filter((row) => row.source === ADDRESS && row[transport] !== null)

/** Segments with bytes that the server has sent before: those that were sent again in vain are in no count of what was dropped. */
function sentAgain(rows: readonly TsharkRow[]): number {
  const ends = new Map<number, number>()
  let again = 0
  for (const { tcp } of sentBy(rows, 'tcp')) {
    if (tcp === null || tcp.payloadBytes === 0) continue
    const end = ends.get(tcp.stream) ?? 0
    if (tcp.seq < end) again += 1
    ends.set(tcp.stream, Math.max(end, tcp.seq + tcp.payloadBytes))
  }
  return again
}
