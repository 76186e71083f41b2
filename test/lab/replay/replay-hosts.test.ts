import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replayHosts } from '../../../lab/replay/replay-hosts.ts'
import { madeRecording } from './made-recording.ts'

const certificate = (...names: string[]) => ({ sha256: null, names, issuer: null, chainBytes: null })
const urls = (...hosts: string[]) => hosts.map((host) => ({ url: `https://${host}/` }))

test('hosts that had one address have one, the page’s first; certificates name what they named', () => {
  const hosts = replayHosts(
    madeRecording(urls('www.a.test', 'b.test', 'img.a.test', 'deep.img.a.test', 'a.test'), [
      { host: 'b.test', address: '192.0.2.2', certificate: certificate('b.test') },
      { host: 'img.a.test', address: '192.0.2.1', certificate: certificate('*.a.test') },
      { host: 'www.a.test', address: '192.0.2.1', certificate: certificate('*.A.test', 'a.test') },
      { host: 'deep.img.a.test', address: null },
      { host: 'a.test', address: '192.0.2.2', certificate: certificate('a.test') },
    ]),
  )
  assert.deepEqual(
    hosts.map(({ name, address, certificateNames }) => [name, address.split('.').at(-1), certificateNames]),
    [
      ['www.a.test', '1', ['www.a.test', 'img.a.test', 'a.test']],
      ['b.test', '2', ['b.test']],
      ['img.a.test', '1', ['www.a.test', 'img.a.test']],
      ['deep.img.a.test', '3', ['deep.img.a.test']],
      ['a.test', '2', ['a.test']],
    ],
  )
})

test('a host that never had a request, an address and another port are not served; one that broke off is', () => {
  const recording = madeRecording(
    [
      ...urls('a.test', 'a.test:8443', '192.0.2.7'),
      { url: 'https://dead.test/', status: null, failure: 'net::ERR_NAME_NOT_RESOLVED' },
      { url: 'https://untrusted.test/', status: null, failure: 'net::ERR_CERT_DATE_INVALID' },
      { url: 'http://plain.test/' },
      {
        url: 'https://resets.test/',
        status: null,
        failure: 'net::ERR_CONNECTION_RESET',
        requestHeaders: [['Accept', '*/*']],
      },
    ],
    [
      { host: 'a.test' },
      { host: 'a.test', port: 8443 },
      { host: '192.0.2.7' },
      { host: 'dead.test', address: null },
      { host: 'untrusted.test', address: null },
      { host: 'resets.test', address: null },
      { host: 'plain.test', scheme: 'http', port: 80, address: '192.0.2.1' },
    ],
  )
  assert.deepEqual(
    replayHosts(recording).map(({ name, address }) => [name, address]),
    [
      ['a.test', '198.18.1.1'],
      ['resets.test', '198.18.1.2'],
      ['plain.test', '198.18.1.1'],
    ],
  )
})

test('hosts of one address share none as recorded where they spoke different protocols', () => {
  const names = ['h1.test', 'h2.test', 'more.test', 'h3.test', 'plain.test', 'unknown.test']
  const hosts = replayHosts(
    madeRecording(urls(...names), [
      { host: 'h1.test', protocol: 'http/1.0' },
      { host: 'h2.test', protocol: 'h2' },
      { host: 'more.test', protocol: 'h2' },
      { host: 'h3.test', protocol: 'h3' },
      { host: 'plain.test', scheme: 'http', port: 80, protocol: null },
      { host: 'unknown.test', protocol: null },
    ]),
  )
  assert.deepEqual(new Set(hosts.map(({ address }) => address)), new Set(['198.18.1.1']))
  assert.deepEqual(
    hosts.map(({ asRecorded }) => asRecorded && [asRecorded.protocol, asRecorded.address]),
    [
      ['http/1.1', '198.18.1.2'],
      ['h2', '198.18.1.3'],
      ['h2', '198.18.1.3'],
      ['h3', '198.18.1.4'],
      ['http/1.1', '198.18.1.2'],
      null,
    ],
  )
})
