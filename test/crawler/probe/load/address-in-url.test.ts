import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressInUrl } from '../../../../crawler/probe/load/address-in-url.ts'

for (const [url, address] of [
  ['https://192.0.2.1:8443/a', '192.0.2.1'],
  ['http://2130706433/', '127.0.0.1'],
  ['https://[2001:db8::1]/', '2001:db8::1'],
  ['http://localhost/', '127.0.0.1'],
  ['http://a.localhost:3000/', '127.0.0.1'],
  ['https://localhost.test/', null],
  ['https://site.test/', null],
  ['about:blank', null],
  ['no URL', null],
] as const)
  test(`${url} has ${address === null ? 'no address' : `the address ${address}`}`, () => {
    assert.equal(addressInUrl(url), address)
  })
