import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameWaits } from '../../../lab/replay/name-waits.ts'
import type { HostLoad, RecordedHost } from '../../../model/recording/host.ts'
import { madeRecording } from './made-recording.ts'

const load = (number: number, dnsMs: number | null, roundTripMs: number | null): HostLoad => ({
  ...{ load: number, address: null, protocol: null, connections: null },
  ...{ dnsMs, connectMs: null, tlsMs: null, roundTripMs },
})
const waitsOf = (hosts: Readonly<Record<string, HostLoad[]>>) =>
  nameWaits(
    madeRecording(
      Object.keys(hosts).map((host) => ({ url: `https://${host}/` })),
      Object.entries(hosts).map(([host, loads]): Pick<RecordedHost, 'host' | 'loads'> => ({ host, loads })),
    ),
  )

test('a name’s wait is its shortest look-up less the shortest round trip of any host', () => {
  const waitOf = waitsOf({
    'a.test': [load(0, 95, 41), load(1, 70, 43), load(2, null, 60)],
    'b.test': [load(0, 41, 40)],
    'c.test': [load(1, 0.02, null)],
  })
  assert.deepEqual(
    ['a.test', 'b.test', 'c.test'].map((name) => waitOf?.(name)),
    [30, 1, 0],
  )
})

test('a name whose look-up no load shows has the median of the others', () => {
  const waitOf = waitsOf({
    'a.test': [load(0, 50, 40)],
    'b.test': [load(0, 42, 40)],
    'c.test': [load(0, 43, 40)],
    'd.test': [load(0, null, 40)],
    'e.test': [load(0, 0, 40)],
  })
  assert.deepEqual([waitOf?.('d.test'), waitOf?.('e.test')], [3, 3])
})

test('a recording that shows no look-up has no waits', () => {
  assert.equal(waitsOf({ 'a.test': [load(0, null, 40)], 'b.test': [load(0, 0, null)] }), null)
})
