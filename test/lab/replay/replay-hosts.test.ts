import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replayHosts } from '../../../lab/replay/replay-hosts.ts'
import { whyNoOrigin } from '../../../lab/replay/replayed-origin.ts'
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

test('a host or port that never had a request is not served; one that broke off is', () => {
  const recording = madeRecording(
    [
      ...urls('a.test'),
      { url: 'https://a.test:8443/', status: null, failure: 'net::ERR_CONNECTION_REFUSED' },
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
      { host: 'dead.test', address: null },
      { host: 'untrusted.test', address: null },
      { host: 'resets.test', address: null },
      { host: 'plain.test', scheme: 'http', port: 80, address: '192.0.2.1' },
    ],
  )
  assert.deepEqual(
    replayHosts(recording).map(({ name, address, ports }) => [name, address, ports]),
    [
      ['a.test', '198.18.1.1', []],
      ['resets.test', '198.18.1.2', []],
      ['plain.test', '198.18.1.1', []],
    ],
  )
})

test('hosts of one address share none as recorded where they spoke different protocols', () => {
  const names = ['h1.test', 'h2.test', 'more.test', 'h3.test', 'plain.test', 'unknown.test']
  const hosts = replayHosts(
    madeRecording(
      [...urls(...names), { url: 'http://plain.test/' }],
      [
        { host: 'h1.test', protocol: 'http/1.0' },
        { host: 'h2.test', protocol: 'h2' },
        { host: 'more.test', protocol: 'h2' },
        { host: 'h3.test', protocol: 'h3' },
        { host: 'plain.test', scheme: 'http', port: 80, protocol: null },
        { host: 'unknown.test', protocol: null },
      ],
    ),
  )
  assert.deepEqual(new Set(hosts.map(({ address }) => address)), new Set(['198.18.1.1']))
  assert.deepEqual(
    hosts.map(({ asRecorded }) => asRecorded && [asRecorded.ports[0]?.protocol, asRecorded.address]),
    [
      ['http/1.1', '198.18.1.2'],
      ['h2', '198.18.1.3'],
      ['h2', '198.18.1.3'],
      ['h3', '198.18.1.4'],
      // In clear text alone.
      [undefined, '198.18.1.2'],
      null,
    ],
  )
})

test('a host has the ports that it was asked on, and what each spoke', () => {
  const [host, literal, other] = replayHosts(
    madeRecording(
      [
        ...urls('a.test', 'a.test:8443', '[2001:db8::7]:9443', 'b.test:8443'),
        { url: 'http://a.test:8080/' },
        { url: 'http://a.test:8443/' },
      ],
      [
        { host: 'a.test', protocol: 'h2' },
        { host: 'a.test', port: 8443, protocol: 'h3' },
        { host: 'a.test', port: 8080, scheme: 'http' },
        { host: 'a.test', port: 8443, scheme: 'http' },
        {
          ...{ host: '2001:db8::7', port: 9443, address: '2001:db8::7', protocol: 'http/1.1' },
          certificate: certificate('2001:db8::7'),
        },
        { host: 'b.test', port: 8443, protocol: 'h2' },
      ],
    ),
  )
  assert.deepEqual(host?.ports, [
    { scheme: 'https', port: 8443 },
    { scheme: 'http', port: 8080 },
  ])
  assert.deepEqual(host.asRecorded?.ports, [
    { port: 443, protocol: 'h2' },
    { port: 8443, protocol: 'h3' },
  ])
  assert.deepEqual([literal?.name, literal?.certificateNames], ['[2001:db8::7]', ['[2001:db8::7]']])
  // One address as it was; another one as recorded, where port 8443 spoke HTTP/3 with the first and HTTP/2 with this one.
  assert.equal(other?.address, host.address)
  assert.notEqual(other?.asRecorded?.address, host.asRecorded?.address)
})

test('what no server can be is left out, each with its reason', () => {
  const wrong = [
    'https://0.0.0.0/',
    'https://[ff02::1]/',
    'https://255.255.255.255/',
    'http://a.test:443/',
    'https://a.test:80/',
  ]
  const right = ['https://10.1.2.3/', 'https://127.0.0.1:8443/', 'https://[::1]/', 'http://a.test:8080/']
  assert.deepEqual(
    right.map((url) => whyNoOrigin(new URL(url))),
    right.map(() => null),
  )
  assert.deepEqual(
    wrong.map((url) => whyNoOrigin(new URL(url))),
    [
      ...Array.from({ length: 3 }, () => 'its address is none of one host'),
      'the lab speaks TLS on port 443',
      'the lab speaks clear text on port 80',
    ],
  )
})
