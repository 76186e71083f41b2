import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SERVERS } from '../../../lab/origin/servers.ts'
import { firstFlight } from './first-flight.ts'
import { whyNoServer } from './running-server.ts'

for (const packets of [3, 16, 32])
  test(`towline: QUIC begins with the ${packets} packets that are asked for`, {
    skip: await whyNoServer('towline'),
  }, async () => {
    const seen = await firstFlight('towline', { quicInitialWindowPackets: packets })
    assert.ok(Math.abs(seen - packets) <= 1, `${seen} packets`)
  })

for (const server of ['towline', 'caddy'] as const)
  test(`${server}: where nothing is set QUIC begins with as many packets as the table says`, {
    skip: await whyNoServer(server),
  }, async () => {
    const seen = await firstFlight(server, {})
    const packets = SERVERS[server].quic?.initialWindowPackets ?? 0
    assert.ok(Math.abs(seen - packets) <= 2, `${seen} packets`)
  })
