import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QuicTraffic } from '../../../crawler/quic/quic-traffic.ts'

const WINDOW = 1_000
const HEADER = 37

function traffic(datagrams: number, datagramBytes: number): QuicTraffic {
  const all = new QuicTraffic(WINDOW)
  for (let n = 0; n < datagrams; n += 1) all.received(datagramBytes)
  return all
}

test('before the handshake is done every byte beyond the packets’ headers is overhead', () => {
  assert.equal(traffic(3, HEADER + 100).overheadBytes(false), 300)
  assert.equal(traffic(3, 20).overheadBytes(false), 0)
})

test('after it a window of bytes may wait for others before them', () => {
  assert.equal(traffic(3, HEADER + 400).overheadBytes(true), 1_200 - WINDOW)
})

test('bytes of streams are no overhead, nor an eighth as many that come with them', () => {
  const all = traffic(9, HEADER + 1_000)
  all.delivered = 8_000
  assert.equal(all.overheadBytes(true), -WINDOW)
})

test('each stream that was stopped may have had a window of bytes under way', () => {
  const all = traffic(4, HEADER + 1_000)
  all.stopped = 2
  assert.equal(all.overheadBytes(true), 4_000 - 3 * WINDOW)
})
