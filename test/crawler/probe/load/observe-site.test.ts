import assert from 'node:assert/strict'
import { test } from 'node:test'
import { observeSite } from '../../../../crawler/probe/load/observe-site.ts'
import type { PacketTrace, TracedPacket } from '../../../../model/packet-trace.ts'
import { NOTHING, PAGE, withHar } from '../../metrics/observed.ts'

const PACKET: TracedPacket = {
  atMs: 0,
  connection: 0,
  up: true,
  frameBytes: 74,
  payloadBytes: 0,
  syn: true,
  request: false,
  response: false,
  finished: false,
  retransmission: false,
  ackedBytes: null,
}

/** One TCP connection to each address, with its round trip. */
function traceOf(rttsMs: readonly (readonly [address: string, rttMs: number])[]): PacketTrace {
  return {
    connections: rttsMs.map(([serverAddress], index) => ({
      transport: 'tcp',
      clientPort: 40_000 + index,
      serverAddress,
      serverPort: 443,
      protocol: 'h2',
      segmentBytes: 1_448,
    })),
    packets: rttsMs.flatMap(([, rttMs], connection) => [
      { ...PACKET, connection, atMs: 1_000 },
      { ...PACKET, connection, atMs: 1_000 + rttMs, up: false },
    ]),
    decrypted: true,
    captureDrops: 0,
  }
}

test('a sample says of each host what its requests, its headers and its packets say', () => {
  const artifacts = {
    ...withHar([
      {
        url: 'http://a.test/',
        httpVersion: 'http/1.1',
        status: 301,
        address: '192.0.2.1',
        transferBytes: 100,
      },
      {
        url: 'https://www.a.test/',
        address: '192.0.2.1',
        transferBytes: 1_000,
        headers: { Server: 'nginx/1.25', 'Alt-Svc': 'h3=":443"; ma=86400' },
      },
      {
        url: 'https://www.a.test/b',
        httpVersion: 'h3',
        address: '192.0.2.2',
        headers: { server: 'other' },
      },
      { url: 'https://d1.cloudfront.net/c', address: '192.0.2.3', headers: { 'alt-svc': 'h3-29=":443"' } },
      { url: 'https://gone.test/', httpVersion: '', status: 0 },
    ]),
    timings: PAGE,
    packets: traceOf([
      ['192.0.2.1', 30.5],
      ['192.0.2.2', 20.25],
      ['192.0.2.9', 1],
    ]),
  }
  const observed = observeSite('h2', 'https://www.a.test/', artifacts)
  assert.equal(observed.arm, 'h2')
  assert.equal(observed.mainHost, 'www.a.test')
  assert.equal(observed.metrics.plt_ms, 812.75)
  assert.equal(observed.metrics.requests, 5)
  const silent = { protocols: [], h3Claimed: false, server: null, cdn: null, rttMs: null, sizeBytes: null }
  assert.deepEqual(observed.hosts, [
    {
      ...silent,
      host: 'a.test',
      requests: 1,
      sizeBytes: 100,
      addresses: ['192.0.2.1'],
      protocols: ['h1'],
      rttMs: 30.5,
    },
    {
      host: 'www.a.test',
      requests: 2,
      sizeBytes: 1_000,
      addresses: ['192.0.2.1', '192.0.2.2'],
      protocols: ['h2', 'h3'],
      h3Claimed: true,
      server: 'nginx/1.25',
      cdn: null,
      rttMs: 20.25,
    },
    {
      ...silent,
      host: 'd1.cloudfront.net',
      requests: 1,
      addresses: ['192.0.2.3'],
      protocols: ['h2'],
      cdn: 'CloudFront',
    },
    { ...silent, host: 'gone.test', requests: 1, addresses: [] },
  ])
})

test('a sample that left nothing behind says nothing', () => {
  const { mainHost, hosts, metrics } = observeSite('h1', null, NOTHING)
  assert.deepEqual([mainHost, hosts], [null, []])
  assert.deepEqual(new Set(Object.values(metrics)), new Set([null]))
})
