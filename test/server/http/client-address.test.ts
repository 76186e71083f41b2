import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkKey } from '../../../server/http/client-address.ts'

for (const [title, a, b, isSame] of [
  ['two IPv4 addresses', '192.0.2.1', '192.0.2.2', false],
  ['an IPv4 address written as IPv6', '192.0.2.1', '::ffff:192.0.2.1', true],
  ['an address with a port', '192.0.2.1', '192.0.2.1:5678', true],
  ['IPv6 with brackets and a port', '2001:db8::1', '[2001:db8::2]:443', true],
  ['addresses of one /56', '2001:db8:0:12::1', '2001:db8:0:34::1', true],
  ['addresses of two /56', '2001:db8:0:100::1', '2001:db8:0:200::1', false],
  ['what is no address, and none', 'unknown', undefined, true],
  ['an address and none', '192.0.2.1', undefined, false],
] as const)
  test(`${title}: ${isSame ? 'one' : 'two'} visitors`, () => {
    assert.equal(networkKey(a) === networkKey(b), isSame)
  })
