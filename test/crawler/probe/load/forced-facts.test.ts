import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadExpectations } from '../../../../crawler/probe/load/expectation.ts'
import { judgeExpectations } from '../../../../crawler/probe/load/expectations.ts'
import type { PacketTrace } from '../../../../model/packet-trace.ts'
import { packet, QUIC, TCP, trace } from '../../metrics/hand-made-trace.ts'

type Values = Readonly<Record<string, number | null>>

/** Why a load with these metrics does not count; null where it does. */
function reasonOf(
  expects: LoadExpectations,
  values: Values,
  packets: PacketTrace | null = trace([]),
): string | null {
  const artifacts = { timings: null, har: null, connections: null, packets }
  const metrics = Object.entries(values).map(([name, value]) => ({ name, value, note: null }))
  const verdict = judgeExpectations({ state: 'valid' }, expects, artifacts, metrics)
  return verdict.state === 'invalid' ? `${verdict.reason}: ${verdict.detail}` : null
}

const HANDSHAKE = { keyExchangeGroup: 4_588, chainBytes: 10_000, signatureScheme: 1_027 }
const SHOWN = { key_exchange_group: 4_588, chain_bytes: 10_004, signature_scheme: 1_027 }

test('a load with the handshake that was asked for counts', () => {
  assert.equal(reasonOf({ handshake: HANDSHAKE }, SHOWN), null)
  const anything = { keyExchangeGroup: null, chainBytes: null, signatureScheme: null }
  assert.equal(reasonOf({ handshake: anything }, {}), null)
})

test('another group, chain or signature, or one that no packet shows, is another handshake', () => {
  const wrong = (values: Values) => reasonOf({ handshake: HANDSHAKE }, { ...SHOWN, ...values }) ?? ''
  assert.match(wrong({ key_exchange_group: 29 }), /^wrong_handshake: group 29 in place of 4588$/)
  assert.match(wrong({ chain_bytes: 10_301 }), /^wrong_handshake: .*10301 in place of 10000$/)
  assert.match(wrong({ chain_bytes: null }), /^wrong_handshake: .*unknown in place of 10000$/)
  assert.match(wrong({ signature_scheme: 2_052 }), /^wrong_handshake: .*2052 in place of 1027$/)
})

/** Of one connection over TCP and so many packets of a flow of QUIC. */
function withQuic(length: number): PacketTrace {
  const packets = Array.from({ length }, (_, n) =>
    packet(n, { connection: 1, up: true, payloadBytes: 1_250 }),
  )
  return trace(packets, { connections: [TCP, QUIC] })
}

const counts = (passed: number, stopped: number): Values => ({
  udp_packets_passed: passed,
  udp_packets_stopped: stopped,
})

test('where UDP is dropped or rejected nothing of it may pass, and what was sent must have been stopped', () => {
  for (const udp of ['dropped', 'rejected'] as const) {
    assert.equal(reasonOf({ udp }, counts(0, 4), withQuic(4)), null)
    // A page that announces nothing sends none.
    assert.equal(reasonOf({ udp }, counts(0, 0)), null)
    assert.match(reasonOf({ udp }, counts(1, 3), withQuic(4)) ?? '', /^wrong_path: 1 packets of UDP passed$/)
    assert.match(reasonOf({ udp }, counts(0, 0), withQuic(4)) ?? '', /^wrong_path: of 4 .* none was stopped$/)
    assert.match(reasonOf({ udp }, { ...counts(0, 4), share_h3: 0.5 }, withQuic(4)) ?? '', /came by HTTP\/3$/)
  }
})

test('a longer flow than may pass must have been stopped', () => {
  const udp = 'dropped-after-10'
  assert.equal(reasonOf({ udp }, counts(10, 5), withQuic(12)), null)
  assert.equal(reasonOf({ udp }, counts(10, 0), withQuic(10)), null)
  assert.match(reasonOf({ udp }, counts(12, 0), withQuic(12)) ?? '', /^wrong_path: a flow of 12/)
})

test('of many packets on a throttled path some must have been stopped', () => {
  assert.equal(reasonOf({ udp: 'throttled' }, counts(300, 20)), null)
  assert.equal(reasonOf({ udp: 'throttled' }, counts(20, 0)), null)
  assert.match(reasonOf({ udp: 'throttled' }, counts(300, 0)) ?? '', /^wrong_path: all 300/)
})

test('a path whose counters or packets are unknown is another one', () => {
  assert.match(reasonOf({ udp: 'dropped' }, {}) ?? '', /^wrong_path: what the router stopped is unknown$/)
  assert.match(reasonOf({ udp: 'dropped' }, counts(0, 4), null) ?? '', /^wrong_path: .* unknown$/)
})

/** Why a load whose connections, of this protocol, were asked for these hosts does not count; null where it does. */
function reasonOfHosts(addresses: 'each' | 'one' | 'origin', protocol: string, ...asked: string[][]) {
  const connections = asked.map((hosts, n) => ({
    ...{ id: `${n}`, protocol, hosts, requests: 1 },
    ...{ remoteAddress: null, remotePort: null, connectMs: null, sslMs: null },
  }))
  const artifacts = { timings: null, har: null, connections, packets: null }
  const verdict = judgeExpectations({ state: 'valid' }, { addresses }, artifacts, [])
  return verdict.state === 'invalid' ? `${verdict.reason}: ${verdict.detail}` : null
}

test('hosts share one connection where their address or an ORIGIN frame over HTTP/3 lets them, and nowhere else', () => {
  const apart = [['a.test'], ['b.test']]
  const shared = [['a.test', 'b.test']]
  for (const [addresses, protocol] of [
    ['one', 'h2'],
    ['one', 'h3'],
    ['origin', 'h3'],
  ] as const) {
    assert.equal(reasonOfHosts(addresses, protocol, ...shared), null)
    assert.equal(
      reasonOfHosts(addresses, protocol, ...apart),
      'wrong_connections: 2 connections in place of one',
    )
  }
  for (const [addresses, protocol] of [
    ['each', 'h2'],
    ['each', 'h3'],
    ['origin', 'h2'],
    ['origin', 'http/1.1'],
    ['one', 'http/1.1'],
  ] as const) {
    assert.equal(reasonOfHosts(addresses, protocol, ...apart), null)
    assert.equal(
      reasonOfHosts(addresses, protocol, ...shared),
      'wrong_connections: one connection for a.test, b.test',
    )
  }
})
