import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { retransmissions } from '../../../../crawler/metrics/retransmissions.ts'
import { towMs } from '../../../../crawler/metrics/tow-ms.ts'
import { dissect } from '../../../../crawler/probe/packets/dissect.ts'
import type { PacketTool } from '../../../../crawler/probe/packets/packet-tools.ts'
import { Tshark } from '../../../../crawler/probe/packets/tshark.ts'
import { measure } from '../../metrics/hand-made-trace.ts'
import { cannotCapture, tools } from './captured-page.ts'

/** Chromium lost its path for 400 ms and went on from another port; the server ended its last answer after 1,540 ms. */
const CASE = join(import.meta.dirname, '../../../golden/packets/quic-port-migration')

describe('a QUIC connection that changes its port', { skip: cannotCapture }, () => {
  test('is read to its end', async () => {
    const [pcap, keys] = [await readFile(`${CASE}.pcap`), await readFile(`${CASE}.keys`, 'utf8')]
    await using tshark = new Tshark(tools.tshark as PacketTool)
    const servers = new Set(['10.97.1.23'])
    const traceOf = (keyLog: string) =>
      dissect({
        pcap,
        keys: keyLog,
        servers,
        captureDrops: 0,
        tshark,
        signal: AbortSignal.timeout(60_000),
      })
    const trace = await traceOf(keys)
    assert.deepEqual([trace.connections.length, trace.readableShare], [1, 1])
    const tow = measure(towMs, trace).value
    assert.ok(tow !== null && Math.abs(tow - 1_540) <= 10, `${tow} ms`)
    assert.ok((measure(retransmissions, trace).value ?? 0) > 0)
  })
})
