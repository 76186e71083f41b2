import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SERVERS, type ServerName } from '../../../lab/origin/servers.ts'
import { firstFlight } from './first-flight.ts'
import { stackServers } from './quick-servers.ts'
import { whyNoServer } from './running-server.ts'

/** What one response may have under way, where that is less than the window: nginx's http3_stream_buffer_size. */
const STREAM_BUFFER_BYTES: Partial<Record<ServerName, number>> = { 'nginx-quic': 64 * 1024 }
/** Of each packet with its buffer: without headers of QUIC and of frames. */
const PAYLOAD_BYTES = 1_170

for (const server of stackServers) {
  const skip = await whyNoServer(server)
  const { quic, settable } = SERVERS[server]

  test(`${server}: where nothing is set QUIC begins with as many packets as the table says`, {
    skip,
  }, async () => {
    const seen = await firstFlight(server, {})
    const buffered = (STREAM_BUFFER_BYTES[server] ?? Number.POSITIVE_INFINITY) / PAYLOAD_BYTES
    const packets = Math.min(quic?.initialWindowPackets ?? 0, buffered)
    assert.ok(Math.abs(seen - packets) <= 2, `${seen} packets`)
  })

  if (!settable.includes('quicInitialWindow')) continue
  for (const packets of [3, 16, 32])
    test(`${server}: QUIC begins with the ${packets} packets that are asked for`, { skip }, async () => {
      const seen = await firstFlight(server, { quicInitialWindowPackets: packets })
      assert.ok(Math.abs(seen - packets) <= 1, `${seen} packets`)
    })
}
