import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { bytesDown } from '../../../../crawler/metrics/bytes-down.ts'
import { bytesUp } from '../../../../crawler/metrics/bytes-up.ts'
import { handshakes } from '../../../../crawler/metrics/handshakes.ts'
import { packets } from '../../../../crawler/metrics/packets.ts'
import { retransmissions } from '../../../../crawler/metrics/retransmissions.ts'
import { rttByServer } from '../../../../crawler/metrics/rtt.ts'
import { setupMs } from '../../../../crawler/metrics/setup-ms.ts'
import { towMs } from '../../../../crawler/metrics/tow-ms.ts'
import { findBrowser } from '../../../../crawler/probe/browser/find-browser.ts'
import { dissect } from '../../../../crawler/probe/packets/dissect.ts'
import type { PacketTool } from '../../../../crawler/probe/packets/packet-tools.ts'
import { Tshark } from '../../../../crawler/probe/packets/tshark.ts'
import { openSandbox, type Sandbox } from '../../../../lab/sandbox/open.ts'
import type { PacketTrace } from '../../../../model/packet-trace.ts'
import { resolveAll } from '../../../end-to-end/sandbox/inside.ts'
import { measure } from '../../metrics/hand-made-trace.ts'
import {
  askTshark,
  type Captured,
  cannotCapture,
  captureLoad,
  corpusFile,
  tools,
  tsharkStatistics,
} from './captured-page.ts'
import { cutShort, reorder } from './pcap-file.ts'

/** By a tshark of its own: a packet that comes twice, as here from one test to the next, is a repetition to it. */
const traceOf = async (
  captured: Captured,
  servers: Iterable<string>,
  keys = captured.keys,
): Promise<PacketTrace> => {
  await using tshark = new Tshark(tools.tshark as PacketTool)
  return await dissectBy(tshark, captured, servers, keys)
}

const dissectBy = (
  tshark: Tshark,
  captured: Captured,
  servers: Iterable<string>,
  keys = captured.keys,
): Promise<PacketTrace> =>
  dissect({
    pcap: captured.pcap,
    keys,
    servers: new Set(servers),
    captureDrops: captured.drops,
    tshark,
    signal: AbortSignal.timeout(120_000),
  })

/** tshark tells moments as seconds with nine digits; a double holds a fraction of a microsecond of them. */
const NEAR_MS = 0.01
const near = (found: number | null, wanted: number) =>
  assert.ok(found !== null && Math.abs(found - wanted) < NEAR_MS, `${found} instead of ${wanted}`)

const ARMS = {
  http: ['--disable-http2', '--disable-quic'],
  h1: ['--disable-http2', '--disable-quic'],
  h2: ['--disable-quic'],
  h3: ['--enable-quic', '--origin-to-force-quic-on=news.test:443,cdn1.news.test:443'],
}
type Arm = keyof typeof ARMS

/** What tshark's own filters call a request, the packets of responses (the last of each at least) and the Finished. */
const REQUEST = 'http.request || http2.headers.method || (http3.frame_type == 1 && udp.dstport == 443)'
const RESPONSE = [
  '(tcp.srcport == 80 && tcp.len > 0)',
  '(tcp.srcport == 443 && (http.response || http2.type == 0 || http2.type == 1))',
  // Of the server's own streams these are those that it may open: control and QPACK (RFC 9114, 6.2).
  '(udp.srcport == 443 && quic.stream_data && !(quic.stream.stream_id in {3, 7, 11}))',
].join(' || ')
const FINISHED = 'tls.handshake.type == 20 && (tcp.dstport == 443 || udp.dstport == 443)'

/** What tshark says of one capture. Most of its time it takes to start: what a filter finds is asked for once. */
async function ask(capture: Captured) {
  const at = ['frame.time_epoch', 'tcp.stream', 'udp.stream'] as const
  const [all, requests, responses, ends, again, conversations] = await Promise.all([
    askTshark(capture, 'tcp || udp', ...at, 'frame.len', 'tcp.dstport', 'udp.dstport'),
    askTshark(capture, REQUEST, ...at, 'frame.number', 'quic.stream.stream_id'),
    askTshark(capture, RESPONSE, ...at, 'quic.stream.stream_id', 'quic.stream.fin'),
    askTshark(capture, FINISHED, ...at),
    askTshark(capture, 'tcp.analysis.retransmission', 'frame.number'),
    tsharkStatistics(capture, 'conv,tcp', 'conv,udp'),
  ])
  return { all, requests, responses, ends, again, conversations }
}

/** Leaves out the packets that bring nothing new: those whose names have all been seen. */
function firstOfEach(
  rows: readonly string[][],
  namesOf: (row: readonly string[], index: number) => readonly string[],
): string[][] {
  const seen = new Set<string>()
  return rows.filter((row, index) => {
    const names = namesOf(row, index)
    const isNew = names.some((name) => !seen.has(name))
    for (const name of names) seen.add(name)
    return isNew
  })
}

/** Requests over QUIC have a stream of their own each, that the client opens. */
const requestNames = ([frame, connection, ids = '']: readonly string[]): readonly string[] => {
  const streams = ids.split(',').filter((id) => id !== '' && Number(id) % 4 === 0)
  return connection ? streams.map((id) => `${connection} ${id}`) : [`frame ${frame}`]
}

/** A stream's first FIN ends a response over QUIC, and whatever repeats it does not (RFC 9000, 19.8). */
const endNames = ([, tcp, udp, ids = '', fins = '']: readonly string[], index: number): readonly string[] => {
  const isFin = fins.split(',').map((fin) => /^(1|True)$/.test(fin))
  const ended = ids.split(',').filter((_, place) => isFin[place])
  return tcp ? [`row ${index}`] : ended.map((id) => `${udp} ${id}`)
}

const missing =
  cannotCapture ||
  (findBrowser() === null ? 'no Chromium' : existsSync('/usr/bin/certutil') ? false : 'no certutil')

describe('a page’s capture', { skip: missing }, () => {
  let sandbox: Sandbox
  let addresses: Map<string, string>
  const captured = new Map<Arm, Captured>()
  const traces = new Map<Arm, PacketTrace>()
  let big: Captured
  const of = (arm: Arm) => {
    const [capture, trace] = [captured.get(arm), traces.get(arm)]
    assert.ok(capture && trace)
    return { capture, trace }
  }
  before(async () => {
    sandbox = await openSandbox()
    const parts = ['static', 'cdn1', 'cdn2', 'cdn3', 'old'].map((part) => `${part}.news.test`)
    const names = ['news.test', ...parts, 'big-page.test', 'plain-http.test']
    const known = await resolveAll(sandbox, names)
    addresses = new Map([...known].map(([name, own]) => [name, own[0] ?? '']))
    for (const arm of Object.keys(ARMS) as Arm[]) {
      const url = arm === 'http' ? 'http://plain-http.test/' : 'https://news.test/'
      const capture = await captureLoad(sandbox, url, addresses, ARMS[arm])
      captured.set(arm, capture)
      traces.set(arm, await traceOf(capture, addresses.values()))
    }
    big = await captureLoad(sandbox, 'https://big-page.test/', addresses, ARMS.h2)
  })
  after(() => sandbox[Symbol.asyncDispose]())

  for (const arm of Object.keys(ARMS) as Arm[]) {
    let asked: ReturnType<typeof ask> | null = null
    const answers = () => {
      asked ??= ask(of(arm).capture)
      return asked
    }

    test(`under ${arm}, counts and sums are those of tshark’s own statistics`, async () => {
      const { capture, trace } = of(arm)
      const { all, conversations, again } = await answers()
      assert.equal(capture.drops, 0)
      const sum = (rows: string[][]) => rows.reduce((total, [, , , bytes]) => total + Number(bytes), 0)
      const isUp = ([, , , , tcp, udp]: string[]) => ['80', '443'].includes(tcp || udp || '')
      assert.equal(measure(packets, trace).value, all.length)
      assert.equal(measure(bytesUp, trace).value, sum(all.filter(isUp)))
      assert.equal(measure(bytesDown, trace).value, sum(all.filter((frame) => !isUp(frame))))
      assert.equal(measure(handshakes, trace).value, conversations.match(/ <-> /g)?.length)
      if (arm !== 'h3') assert.equal(measure(retransmissions, trace).value, again.length)
    })

    test(`under ${arm}, Time on Wire and set-up are what tshark’s filters find`, async () => {
      const { trace } = of(arm)
      const { requests, responses, ends, all } = await answers()
      const [firstRequest] = requests
      assert.ok(firstRequest && trace.decrypted)
      const ms = (row: string[] | undefined) => Number(row?.[0]) * 1e3
      near(measure(towMs, trace).value, ms(firstOfEach(responses, endNames).at(-1)) - ms(firstRequest))
      const own = ([, tcp, udp]: string[]) => tcp === firstRequest[1] && udp === firstRequest[2]
      const [opening, , third] = all.filter(own)
      near(measure(setupMs, trace).value, ms(arm === 'http' ? third : ends.find(own)) - ms(opening))
    })

    test(`under ${arm}, every request and the protocol of its connection are found`, async () => {
      const { trace } = of(arm)
      const { requests: rows } = await answers()
      const wanted = firstOfEach(
        rows.map(([, , udpStream = '', frame = '', ids = '']) => [frame, udpStream, ids]),
        requestNames,
      )
      const requests = trace.packets.filter(({ request }) => request)
      assert.equal(requests.length, wanted.length)
      const used = requests.map(({ connection }) => trace.connections[connection])
      const document = used[0]
      assert.equal(document?.protocol, { http: 'http/1.1', h1: 'http/1.1', h2: 'h2', h3: 'h3' }[arm])
      assert.equal(document?.transport, arm === 'h3' ? 'quic' : 'tcp')
      assert.equal(document?.serverAddress, addresses.get(arm === 'http' ? 'plain-http.test' : 'news.test'))
    })
  }

  test('a load that is partly HTTP/3 has connections of both transports in one trace', () => {
    const { trace } = of('h3')
    assert.deepEqual(new Set(trace.connections.map(({ transport }) => transport)), new Set(['tcp', 'quic']))
    assert.equal(measure(retransmissions, trace).value !== null, true)
    assert.ok(rttByServer(trace).size >= 2)
  })

  test('without keys every metric is null, and connections and round trips of the trace are right', async () => {
    for (const arm of ['h1', 'h2', 'h3'] as const) {
      const { capture, trace } = of(arm)
      const sealed = await traceOf(capture, addresses.values(), '')
      assert.equal(trace.readableShare, 1)
      assert.equal(sealed.readableShare, 0)
      assert.equal(measure(towMs, sealed).value, null)
      assert.equal(measure(bytesDown, sealed).value, null)
      assert.equal(sealed.packets.length, trace.packets.length)
      assert.deepEqual(rttByServer(sealed), rttByServer(trace))
    }
  })

  test('with the keys of one direction, without a packet or with packets cut short, it is not read whole', async () => {
    for (const arm of ['h1', 'h2', 'h3'] as const) {
      const { capture, trace } = of(arm)
      const servers = [...addresses.values()]
      const ofClient = capture.keys.replaceAll(/^SERVER_TRAFFIC_SECRET_0 .*$/gm, '')
      const half = await traceOf(capture, servers, ofClient)
      assert.ok(!half.decrypted && (half.readableShare ?? 0) > 0, arm)
      const short = await traceOf({ ...capture, pcap: cutShort(capture.pcap, 300) }, servers)
      assert.equal(short.decrypted, false, arm)
      // Of QUIC a packet that is not in the capture may as well have been lost.
      if (arm === 'h3') continue
      const lost = trace.packets.findIndex(({ response, payloadBytes }) => response && payloadBytes > 1_000)
      const without = { ...capture, pcap: reorder(capture.pcap, (all) => all.toSpliced(lost, 1)) }
      assert.equal((await traceOf(without, servers)).decrypted, false, arm)
    }
  })

  test('connections to other servers are left out, and so are those that were open before', async () => {
    const { capture, trace } = of('h2')
    const only = addresses.get('cdn1.news.test') ?? ''
    const part = await traceOf(capture, [only])
    assert.ok(part.connections.length > 0)
    assert.deepEqual(new Set(part.connections.map(({ serverAddress }) => serverAddress)), new Set([only]))
    assert.ok(part.packets.length < trace.packets.length)
    const late = { ...capture, pcap: reorder(capture.pcap, (all) => all.slice(1)) }
    const without = await traceOf(late, addresses.values())
    assert.equal(without.connections.length, trace.connections.length - 1)
  })

  test('segments that arrive out of order, as after a loss, still count as what they carry', async () => {
    const plain = await traceOf(big, addresses.values())
    const isData = plain.packets.flatMap(({ response }, index) => (response ? [index] : []))
    assert.ok(isData.length > 10)
    const moved = (from: number, by: number) => ({
      ...big,
      pcap: reorder(big.pcap, (all) => {
        const [one] = all.splice(from, 1)
        assert.ok(one)
        return all.toSpliced(from + by, 0, one)
      }),
    })
    const facts = ({ packets, decrypted }: PacketTrace) => ({
      decrypted,
      requests: packets.filter(({ request }) => request).length,
      responses: packets.filter(({ response }) => response).length,
    })
    for (const from of isData.slice(2, 5)) {
      const late = await traceOf(moved(from, 4), addresses.values())
      assert.deepEqual(facts(late), facts(plain), `packet ${from}`)
    }
  })

  test('a tshark that has read other captures says the same of one as a tshark that has read none', async () => {
    await using tshark = new Tshark(tools.tshark as PacketTool)
    assert.ok(captured.size >= 4)
    for (const [arm, capture] of captured)
      assert.deepEqual(await dissectBy(tshark, capture, addresses.values()), of(arm).trace, arm)
  })

  test('the last packet of a response is the one that carries its end, however late that comes', async () => {
    const plain = await traceOf(big, addresses.values())
    const last = plain.packets.findLastIndex(({ response }) => response)
    const own = plain.packets.filter((_, index) => index <= last)
    const first = own.findIndex(({ response }) => response)
    // The first data of the response arrives behind all the rest: then it is what ends the Time on Wire.
    const pcap = reorder(big.pcap, (all) => {
      const [one] = all.splice(first, 1)
      assert.ok(one)
      return all.toSpliced(last, 0, one)
    })
    const late = await traceOf({ ...big, pcap }, addresses.values())
    assert.equal(
      late.packets.findLastIndex(({ response }) => response),
      last,
    )
  })
})

describe('captures of others', { skip: cannotCapture }, () => {
  const open = async (name: string): Promise<Buffer | null> => {
    try {
      return await corpusFile(name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }
  // Each: connections, requests, packets with response data, worked out by hand from tshark's packet list; the
  // last segment of the response comes a second time.
  const cases = [
    ['http2-data-reassembly', { connections: 1, requests: 1, responses: 12, protocol: 'h2' }],
  ] as const
  for (const [name, wanted] of cases)
    test(`${name} is read as what it is`, async (t) => {
      const [pcap, keys] = [await open(`${name}.pcap`), await open(`${name}.keys`)]
      if (!pcap || !keys) return t.skip('the corpora are not beside the repository')
      const capture = { pcap, keys: keys.toString(), drops: null }
      const ends = await askTshark(capture, 'tcp.flags.syn == 1 && tcp.flags.ack == 0', 'ip.dst', 'ipv6.dst')
      const trace = await traceOf(
        capture,
        ends.flat().filter((address) => address !== ''),
      )
      const found = {
        connections: trace.connections.length,
        requests: trace.packets.filter(({ request }) => request).length,
        responses: trace.packets.filter(({ response }) => response).length,
        protocol: trace.connections[0]?.protocol,
      }
      assert.deepEqual(found, wanted)
    })
})
