import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countProtocols, type ProtocolName, protocolName } from '../../har/protocol-name.ts'

/** Spellings as they stand in files, and in the browsers’ own words. */
const SPELLINGS: Readonly<Record<ProtocolName, readonly string[]>> = {
  'http/0.9': ['HTTP/0.9', 'http/0.9'],
  'http/1.0': ['HTTP/1.0', 'http/1.0', '1.0'],
  'http/1.1': ['HTTP/1.1', 'http/1.1', 'HTTP/1', 'HTTP1.1', '1.1', ' HTTP/1.1\r\n'],
  h2: [
    'h2',
    'H2',
    'h2c',
    'h2-14',
    'h2-16',
    'HTTP/2',
    'HTTP/2.0',
    'http/2',
    'http/2.0',
    'http2',
    'HTTP/2+TLS',
    '2.0',
  ],
  h3: ['h3', 'H3', 'h3-29', 'h3-27', 'HTTP/3', 'HTTP/3.0', 'http/3', 'http3', '3.0'],
  spdy: ['spdy', 'spdy/2', 'SPDY/3', 'spdy/3.1'],
  quic: [
    ...[
      'quic',
      'QUIC',
      'quic/1+spdy/3',
      'http/2+quic/43',
      'http/2+quic/46',
      'http/2+quic',
      'h3-Q050',
      'h3-Q046',
    ],
    ...['h3-T051', 'hq', 'hq-29', 'hq-interop'],
  ],
}

test('every spelling of a protocol is read as that protocol', () => {
  for (const [name, spellings] of Object.entries(SPELLINGS))
    for (const spelling of spellings) assert.equal(protocolName(spelling), name, spelling)
})

test('what names no protocol is unknown, not guessed', () => {
  const unknown = [
    '',
    ' ',
    'unknown',
    'blob',
    'data',
    'us:',
    'me:',
    '2 2',
    'K',
    ': /',
    'od:',
    'HTTP',
    'h',
    '2',
    'h4',
  ]
  for (const name of [...unknown, null, undefined, 2, {}, ['h2'], 'HTTP/1.1'.padEnd(99), 'http/11', 'h2\nh3'])
    assert.equal(protocolName(name), null, String(name))
})

test('requests are counted by version, and those of no known protocol as hidden', () => {
  const names = ['http/1.1', 'http/1.0', 'h2', 'h3', 'spdy', 'quic', null] as const
  assert.deepEqual(countProtocols(names), { requests: 7, h1: 2, h2: 1, h3: 1, hidden: 3 })
})
