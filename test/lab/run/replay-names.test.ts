import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LabVariant } from '../../../lab/run/lab-variants.ts'
import { replayNames } from '../../../lab/run/replay-names.ts'

const variant = (name: string, hosts: Readonly<Record<string, string>>): LabVariant => {
  const shards = Object.entries(hosts).map(([host, address]) => ({
    ...{
      name: host,
      address,
      certificateNames: [host],
      chainBytes: null,
      nameWaitMs: host === 'cdn.test' ? null : 1,
    },
    ports: [{ scheme: 'https' as const, port: 8443 }],
    asRecorded: {
      address: `${address}1`,
      ports: [
        { port: 443, protocol: 'h2' as const },
        { port: 8443, protocol: 'h3' as const },
      ],
    },
  }))
  const page = { name, title: name, source: '', resources: [], shards: shards.length, seed: 1 }
  const url = `https://${Object.keys(hosts)[0]}/`
  return {
    name,
    url,
    hosts: shards,
    page: { ...page, recording: { folder: '', url, hosts: shards, initialWindow: null } },
  }
}
const addresses = (names: ReturnType<typeof replayNames>, of: string): string[] | undefined =>
  names.get(of)?.forced.map(({ name, address }) => `${name} ${address}`)

test('pages whose hosts are nowhere twice are known to one browser', () => {
  const names = replayNames(
    [variant('v0', { 'a.test': '10.0.0.1' }), variant('v1', { 'b.test': '10.0.0.1', 'a.test': '10.0.0.1' })],
    true,
  )
  assert.deepEqual(addresses(names, 'v0'), ['a.test 10.0.0.1', 'b.test 10.0.0.1'])
  assert.deepEqual(names.get('v0'), names.get('v1'))
  assert.deepEqual(names.get('v0')?.forced[0]?.secure, [
    { host: 'a.test', protocol: null },
    { host: 'a.test:8443', protocol: null },
  ])
  assert.deepEqual(names.get('v0')?.recorded[0], {
    ...{ name: 'a.test', address: '10.0.0.11', isLookedUp: true },
    secure: [
      { host: 'a.test', protocol: 'h2' },
      { host: 'a.test:8443', protocol: 'h3' },
    ],
  })
})

test('a host that two pages have at two addresses is each page’s own', () => {
  const names = replayNames(
    [
      variant('v0', { 'a.test': '10.0.0.1', 'cdn.test': '10.0.0.2' }),
      variant('v1', { 'cdn.test': '10.0.0.1' }),
    ],
    false,
  )
  assert.deepEqual(addresses(names, 'v0'), ['a.test 10.0.0.1', 'cdn.test 10.0.0.2'])
  assert.deepEqual(addresses(names, 'v1'), ['cdn.test 10.0.0.1'])
  assert.deepEqual(names.get('v0')?.recorded, [])
  assert.deepEqual(
    names.get('v0')?.forced.map(({ isLookedUp }) => isLookedUp),
    [true, false],
  )
})
