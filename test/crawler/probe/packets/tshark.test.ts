import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PacketTool } from '../../../../crawler/probe/packets/packet-tools.ts'
import { Tshark } from '../../../../crawler/probe/packets/tshark.ts'
import { sendSignal } from '../../../../crawler/process/send-signal.ts'
import { ownProcessesWith } from '../browser/probe-browser.ts'
import { cannotCapture, tools } from './captured-page.ts'
import { pcapFile, pcapRecord } from './pcap-file.ts'

const tool = tools.tshark as PacketTool
const signal = AbortSignal.timeout(300_000)

/** An Ethernet frame with a SYN over IPv4, from a port of its own. */
function syn(port: number): Buffer {
  const frame = Buffer.alloc(54)
  frame.writeUInt16BE(0x0800, 12)
  frame.set([0x45, 0, 0, 40, 0, 0, 0, 0, 64, 6, 0, 0, 192, 0, 2, 1, 192, 0, 2, 2], 14)
  frame.writeUInt16BE(port, 34)
  frame.writeUInt16BE(443, 36)
  frame.set([0x50, 0x02], 46)
  return frame
}

/** The same with data for port 80. */
function data(port: number, text: string): Buffer {
  const [head, payload] = [syn(port), Buffer.from(text)]
  head.writeUInt16BE(40 + payload.length, 16)
  head.writeUInt16BE(80, 36)
  head.set([0x50, 0x18], 46)
  return Buffer.concat([head, payload])
}

const capture = (...ports: number[]) => ({
  pcap: pcapFile(ports.map((port, index) => pcapRecord(1_000 + index, 0, syn(port)))),
  keys: '',
  signal,
})

/** Those that read what is handed to them by a process with this id, or one of its children. */
const started = (): Promise<number[]> => ownProcessesWith('tls.keylog_file:/dev/fd/3')

describe('tshark', { skip: cannotCapture }, () => {
  test('captures are read one after the other, each to its end, by one process', async () => {
    await using tshark = new Tshark(tool)
    const before = (await started()).length
    const ports = async (...wanted: number[]) =>
      (await tshark.dissect(capture(...wanted))).map(({ sourcePort }) => sourcePort)
    assert.deepEqual(await ports(40_001), [40_001])
    const after = (await started()).length
    assert.ok(after > before)
    assert.deepEqual(await ports(40_002, 40_003), [40_002, 40_003])
    assert.deepEqual(await ports(), [])
    // The same port once more is a connection of its own, or a repeated SYN, but always a packet of this capture.
    assert.deepEqual(await ports(40_001), [40_001])
    assert.equal((await started()).length, after)
  })

  test('a capture of another link type is read as what it is', async () => {
    await using tshark = new Tshark(tool)
    assert.equal((await tshark.dissect(capture(40_001))).length, 1)
    const raw = pcapFile([pcapRecord(1_000, 0, syn(40_002).subarray(14))])
    // LINKTYPE_RAW: the packet begins with its IP header.
    raw.writeUInt32LE(101, 20)
    const [row] = await tshark.dissect({ pcap: raw, keys: '', signal })
    assert.equal(row?.sourcePort, 40_002)
  })

  test('heads of HTTP/1.1 requests have as many bytes as were sent, and bodies are none of theirs', async () => {
    await using tshark = new Tshark(tool)
    const get = 'GET /a,b?c=1 HTTP/1.1\r\nHost: site.test\r\nAccept: a, b;q=0.5,\tc\r\nX-Odd: \u00e9\r\n\r\n'
    const post = 'POST / HTTP/1.1\r\nHost: site.test\r\nContent-Length: 6\r\n\r\n'
    const pcap = pcapFile([
      pcapRecord(1_000, 0, data(40_001, get + get)),
      pcapRecord(1_001, 0, data(40_002, `${post}body=1`)),
    ])
    const rows = await tshark.dissect({ pcap, keys: '', signal })
    assert.deepEqual(
      rows.map(({ tcp }) => [tcp?.http1Requests, tcp?.http1HeadBytes]),
      [
        [2, 2 * Buffer.byteLength(get)],
        [1, post.length],
      ],
    )
  })

  test('what is no capture is refused, and what is one is read after that', async () => {
    await using tshark = new Tshark(tool)
    await assert.rejects(tshark.dissect({ pcap: Buffer.alloc(100), keys: '', signal }), /not a pcap file/)
    await assert.rejects(tshark.dissect({ pcap: Buffer.alloc(0), keys: '', signal }), /not a pcap file/)
    assert.equal((await tshark.dissect(capture(40_001))).length, 1)
  })

  test('a tshark that is killed is reported, and replaced', async () => {
    await using tshark = new Tshark(tool)
    const others = await started()
    await tshark.dissect(capture(40_001))
    for (const pid of await started()) if (!others.includes(pid)) sendSignal(pid, 'SIGKILL')
    await assert.rejects(tshark.dissect(capture(40_002)), /^Error: tshark failed \(/)
    assert.deepEqual((await tshark.dissect(capture(40_003))).length, 1)
  })

  test('a program that cannot be started is reported', async () => {
    await using tshark = new Tshark({ ...tool, path: '/nonexistent/tshark' })
    await assert.rejects(tshark.dissect(capture(40_001)), /tshark failed \(127: .*\/nonexistent\/tshark/)
  })

  test('an abort ends the wait with its reason, and nothing is left running', async () => {
    const others = await started()
    await using tshark = new Tshark(tool)
    const stop = new AbortController()
    const waiting = tshark.dissect({ ...capture(40_001), signal: stop.signal })
    while ((await started()).length === others.length) await sleep(10)
    stop.abort(new Error('enough'))
    await assert.rejects(waiting, /^Error: enough/)
    assert.deepEqual(await started(), others)
    await assert.rejects(tshark.dissect({ ...capture(40_001), signal: stop.signal }), /^Error: enough/)
  })
})
