import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DirectedRow } from '../../../../crawler/probe/packets/connection-marks.ts'
import { markTcp } from '../../../../crawler/probe/packets/dissect-tcp.ts'

const HANDSHAKE = 22
const APPLICATION_DATA = 23

/** One record in one packet; `opaque`: it stayed encrypted. */
function record(up: boolean, seq: number, bytes: number, opaque: boolean): DirectedRow {
  const addresses = { source: '192.0.2.1', destination: '192.0.2.2', sourcePort: 443, destinationPort: 443 }
  const common = {
    atMs: 0,
    frameBytes: bytes + 66,
    isCut: false,
    ipNumber: null,
    udp: null,
    handshakes: [],
    alpn: [],
    keyShareGroups: [],
    certificateBytes: [],
    signatureSchemes: [],
  }
  return {
    ...{ ...addresses, ...common, up },
    tcp: {
      ...{
        stream: 0,
        syn: false,
        ack: true,
        fin: false,
        seq,
        payloadBytes: bytes,
        acknowledged: 1,
        mss: null,
      },
      ...{
        timestamp: null,
        http1Requests: 0,
        http1HeadBytes: 0,
        http1Responses: 0,
        http2Types: [],
      },
      recordBytes: [bytes - 5],
      contentTypes: opaque ? [] : [HANDSHAKE],
      opaqueTypes: opaque ? [APPLICATION_DATA] : [],
      ...{ http2Streams: [], http2Bytes: [], http2Weights: [] },
    },
  }
}

const hello = record(true, 1, 500, false)
const flight = [record(false, 1, 100, false), record(false, 101, 4_000, true)]

test('a handshake that the client did not end carried no request, and needs no keys', () => {
  assert.deepEqual(markTcp([hello, ...flight]).readable, { total: 0, read: 0 })
})

test('where the client ended it and sent more, what there are no keys for counts as not read', () => {
  const { total, read } = markTcp([hello, ...flight, record(true, 501, 80, true)]).readable
  assert.equal(total, 500 + 4_100 + 80)
  assert.ok(read < total, `${read} of ${total}`)
})
