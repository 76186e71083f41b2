import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SERVER_NAMES, SERVERS } from '../../../lab/origin/servers.ts'
import { type ServerDemand, whyServerCannot } from '../../../lab/origin/why-server-cannot.ts'

const wish = (changes: Partial<ServerDemand>): ServerDemand => ({
  server: 'towline',
  alpn: ['h2', 'http/1.1'],
  think: {},
  maxConcurrentStreams: null,
  altSvc: false,
  quicInitialWindowPackets: null,
  ...changes,
})

test('every server can serve all that it speaks where nothing else is asked for', () => {
  for (const server of SERVER_NAMES)
    assert.equal(whyServerCannot(wish({ server, alpn: SERVERS[server].protocols })), null)
})

test('towline can do everything', () => {
  const all = { think: { 'a.test/': 5 }, maxConcurrentStreams: 1, quicInitialWindowPackets: 3 } as const
  const alpn = ['h3', 'h2', 'http/1.1'] as const
  assert.equal(
    whyServerCannot(
      wish({
        ...all,
        alpn,
        altSvc: true,
        quicCongestionControl: 'bbr',
        priorities: true,
        quicSlowStart: 'hystart',
      }),
    ),
    null,
  )
})

const CANNOT: readonly (readonly [Partial<ServerDemand>, string])[] = [
  [{ server: 'nginx', alpn: ['h3', 'http/1.1'] }, 'nginx 1.22 speaks http/1.1 and h2, not h3'],
  [{ server: 'apache', alpn: ['h3', 'http/1.1'] }, 'Apache 2.4 speaks http/1.1 and h2, not h3'],
  [{ server: 'caddy', alpn: ['h2'] }, 'Caddy 2.6 is set up with http/1.1 at least'],
  [
    { server: 'caddy', replayFile: 'replay.json' },
    'Caddy 2.6 cannot replay a recording: towline’s own server can',
  ],
  [{ server: 'caddy', priorities: true }, 'Caddy 2.6 does not let the order of its responses be set'],
  [{ server: 'caddy', hints: {} }, 'Caddy 2.6 does not let a 103 before its answers be set'],
  [
    { server: 'quiche', quicSlowStart: 'hystart' },
    'towline-quiche does not let the slow start of its QUIC be set',
  ],
  [{ server: 'nginx', altSvc: true }, 'nginx 1.22 has no h3 to advertise by Alt-Svc'],
  [{ altSvc: true }, 'towline-origin has no h3 to advertise by Alt-Svc'],
  [{ server: 'caddy', maxConcurrentStreams: 10 }, 'Caddy 2.6 does not let its limit of streams be set'],
  [{ server: 'apache', think: { 'a.test/': 5 } }, 'Apache 2.4 does not let a wait before its answers be set'],
  [
    { server: 'caddy', quicInitialWindowPackets: 10 },
    'Caddy 2.6 does not let the initial window of its QUIC be set',
  ],
  [
    { server: 'caddy', quicCongestionControl: 'cubic' },
    'Caddy 2.6 does not let the congestion control of its QUIC be set',
  ],
  [{ quicCongestionControl: 'vegas' }, 'the QUIC of towline-origin has cubic, reno, bbr, not vegas'],
  [{ server: 'quiche', quicCongestionControl: 'bbr' }, 'the QUIC of towline-quiche has cubic, reno, not bbr'],
  [
    { server: 'quiche', replayFile: 'replay.json' },
    'towline-quiche cannot replay a recording: towline’s own server can',
  ],
  [
    { server: 'nginx-quic', quicInitialWindowPackets: 10 },
    'nginx 1.26 does not let the initial window of its QUIC be set',
  ],
  [
    { server: 'nginx-quic', quicCongestionControl: 'cubic' },
    'nginx 1.26 does not let the congestion control of its QUIC be set',
  ],
  [
    { server: 'nginx-quic', think: { 'a.test/': 5 } },
    'nginx 1.26 does not let a wait before its answers be set',
  ],
]
for (const [changes, sentence] of CANNOT)
  test(`it is refused with a sentence: ${sentence}`, () => {
    assert.equal(whyServerCannot(wish(changes)), sentence)
  })

test('a wait of 0 ms is none', () => {
  assert.equal(whyServerCannot(wish({ server: 'nginx', think: { 'a.test/': 0 } })), null)
})
