import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { addressPolicy, isGlobal } from '../../../crawler/network/address.ts'

/**
 * Every row of the IANA IPv4 and IPv6 Special-Purpose Address Registries (as of 2025-10-09), in their order, and of
 * the address-space registries what is reserved or multicast. Teredo, 6to4 and NAT64 have tests of their own.
 */
const REGISTRY = [
  ...[
    '0.0.0.0/8',
    '0.0.0.0/32',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
  ],
  ...[
    '192.0.0.0/24',
    '192.0.0.0/29',
    '192.0.0.8/32',
    '192.0.0.9/32',
    '192.0.0.10/32',
    '192.0.0.170/32',
    '192.0.0.171/32',
  ],
  ...[
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.88.99.2/32',
    '192.168.0.0/16',
  ],
  ...[
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '240.0.0.0/4',
    '255.255.255.255/32',
  ],
  '224.0.0.0/4',
  '::1/128',
  '::/128',
  '::ffff:0:0/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:1::3/128',
  '2001:2::/48',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:10::/28',
  ...[
    '2001:20::/28',
    '2001:30::/28',
    '2001:db8::/32',
    '2620:4f:8000::/48',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
  ],
  'fe80::/10',
  'ff00::/8',
  'fec0::/10',
  '::/96',
  '200::/7',
  '4000::/3',
  '8000::/3',
  'e000::/4',
] as const

/** First, last and random addresses of a block. */
function addressesOf(cidr: string): string[] {
  const [network, bits] = ipaddr.parseCIDR(cidr)
  const bytes = network.toByteArray()
  const filled = (fill: (index: number) => number) =>
    ipaddr
      .fromByteArray(
        bytes.map((byte, index) => {
          const fixed = Math.min(8, Math.max(0, bits - 8 * index))
          return byte | (fill(index) & (0xff >> fixed))
        }),
      )
      .toString()
  return [
    filled(() => 0),
    filled(() => 0xff),
    ...Array.from({ length: 20 }, (_, i) => filled((at) => (i * 37 + at * 101) & 0xff)),
  ]
}

for (const cidr of REGISTRY) {
  test(`no address of ${cidr} is global`, () => {
    for (const address of addressesOf(cidr)) assert.equal(isGlobal(address), false, address)
  })
}

test('the addresses right outside the special blocks are global', () => {
  for (const address of [
    ...[
      '1.0.0.0',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
    ],
    ...[
      '169.253.255.255',
      '169.255.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '191.255.255.255',
      '192.0.1.0',
      '192.0.3.0',
    ],
    '192.88.98.255',
    '192.88.100.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '8.8.8.8',
    ...[
      '2000::',
      '2001:200::',
      '2001:db7:ffff::1',
      '2001:db9::',
      '2003::',
      '2606:4700::1111',
      '2620:4f:8001::',
    ],
    '2a00:1450:4001::1',
    '3ffe:ffff::1',
    '3fff:1000::',
  ]) {
    assert.equal(isGlobal(address), true, address)
  }
})

test('the cloud metadata address and its IPv6 kin are not global', () => {
  for (const address of [
    '169.254.169.254',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
  ]) {
    assert.equal(isGlobal(address), false, address)
  }
})

test('an address with an IPv4 address inside is as global as that one', () => {
  assert.equal(isGlobal('64:ff9b::8.8.8.8'), true)
  assert.equal(isGlobal('64:ff9b::10.0.0.1'), false)
  assert.equal(isGlobal('2002:808:808::1'), true)
  assert.equal(isGlobal('2002:7f00:1::1'), false)
  assert.equal(isGlobal('2002:c0a8:101::1'), false)
  // Teredo: the server stands plainly, the client inverted.
  assert.equal(isGlobal('2001:0:808:808:0:0:f7f7:f7f7'), true)
  assert.equal(isGlobal('2001:0:a00:1:0:0:f7f7:f7f7'), false)
  assert.equal(isGlobal('2001:0:808:808:0:0:80ff:fffe'), false)
})

test('an IPv4-mapped address is refused whatever it holds: it would be connected to over IPv4', () => {
  assert.equal(isGlobal('::ffff:8.8.8.8'), false)
  assert.equal(isGlobal('::ffff:127.0.0.1'), false)
  assert.equal(isGlobal('::127.0.0.1'), false)
})

test('what is not an address in its usual form is not global', () => {
  for (const text of [
    '',
    'site.test',
    '0177.0.0.1',
    '2130706433',
    '0x7f.1',
    '8.8.8',
    '8.8.8.8 ',
    '[2606:4700::1111]',
    '2606:4700::1111%eth0',
    '8.8.8.8:80',
  ]) {
    assert.equal(isGlobal(text), false, text)
  }
})

test('of IPv6 nothing outside 2000::/3 is global but NAT64', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const address = ipaddr.fromByteArray([...bytes]).toString()
      if (isGlobal(address)) assert.equal((bytes[0] ?? 0) >> 5, 1)
    }),
  )
})

test('a policy refuses what is not global, except what it is set to allow', () => {
  const judge = addressPolicy({ allowCidrs: ['198.18.0.0/15', '2001:2::/48'], optOutCidrs: [] })
  assert.equal(judge('8.8.8.8'), 'allowed')
  assert.equal(judge('198.18.3.4'), 'allowed')
  assert.equal(judge('2001:2::80'), 'allowed')
  for (const address of [
    '127.0.0.1',
    '10.0.0.1',
    '::1',
    '::ffff:198.18.3.4',
    '64:ff9b::198.18.3.4',
    'nonsense',
  ]) {
    assert.equal(judge(address), 'address_refused', address)
  }
})

test('an address that has opted out is recognised, also behind a translator and where it would be allowed', () => {
  const judge = addressPolicy({
    allowCidrs: ['198.18.0.0/15'],
    optOutCidrs: ['203.1.2.0/24', '2a00:1234::/32', '198.18.9.9/32'],
  })
  for (const address of [
    '203.1.2.3',
    '2a00:1234::1',
    '198.18.9.9',
    '64:ff9b::203.1.2.3',
    '2002:cb01:203::1',
    '::ffff:203.1.2.3',
  ]) {
    assert.equal(judge(address), 'opted_out', address)
  }
  assert.equal(judge('203.1.3.3'), 'allowed')
})

test('a policy of something else than CIDR blocks is an error', () => {
  assert.throws(() => addressPolicy({ allowCidrs: [], optOutCidrs: ['203.0.113.0'] }))
  assert.throws(() => addressPolicy({ allowCidrs: ['all'], optOutCidrs: [] }))
})
