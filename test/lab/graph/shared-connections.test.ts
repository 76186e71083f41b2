import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphHosts } from '../../../lab/graph/replay/graph-hosts.ts'
import { graphOrderOf } from '../../../lab/graph/replay/graph-order-of.ts'
import { allowedToShare, type CarriedRequest, seenToShare } from '../../../lab/graph/shared-connections.ts'
import type { RecordedHost } from '../../../model/recording/host.ts'
import { fetchNode, finished, graphOf } from '../../model/graph/small-graph.ts'

const [A, B, C] = ['https://a.test', 'https://b.test', 'https://c.test'] as const

const carried = (origin: string, connection: string | null, more: Partial<CarriedRequest> = {}) => ({
  ...{ origin, connection, protocol: 'h2', address: '192.0.2.1' },
  ...more,
})

test('origins that were asked over one connection share it', () => {
  assert.deepEqual(seenToShare([carried(A, '1'), carried(B, '1'), carried(A, '1'), carried(C, '2')]), [
    [A, B],
  ])
  assert.deepEqual(seenToShare([carried(A, '1', { protocol: 'h3' }), carried(C, '1', { protocol: 'h3' })]), [
    [A, C],
  ])
})

test('an origin that came by two connections joins what both carried', () => {
  const seen = [carried(A, '1'), carried(B, '1'), carried(C, '2'), carried(B, '2')]
  assert.deepEqual(
    seenToShare(seen).map((group) => group.toSorted()),
    [[A, B, C]],
  )
})

test('HTTP/1.1, clear text and unknown connections show nothing', () => {
  const apart = (more: Partial<CarriedRequest>) => seenToShare([carried(A, '1'), carried(B, '1', more)])
  assert.deepEqual(apart({}), [[A, B]])
  assert.deepEqual(apart({ protocol: 'http/1.1' }), [])
  assert.deepEqual(apart({ address: null }), [])
  // Of another server, by the same name.
  assert.deepEqual(apart({ address: '192.0.2.2' }), [])
  assert.deepEqual(seenToShare([carried(A, null), carried(B, null)]), [])
  assert.deepEqual(seenToShare([carried('http://a.test', '1'), carried(B, '1')]), [])
})

function recorded(host: string, names: string[] | null, more: Partial<RecordedHost> = {}): RecordedHost {
  const certificate = names && { sha256: null, names, issuer: null, chainBytes: null }
  const known = { scheme: 'https', port: 443, address: '192.0.2.1', protocol: 'h2' } as const
  return { ...known, host, certificate, loads: [], ...more }
}

test('hosts of one address whose certificates name each other may share connections', () => {
  const both = ['a.test', 'b.test']
  assert.deepEqual(allowedToShare([recorded('a.test', both), recorded('b.test', both)]), [[A, B]])
  const star = ['*.shop.test', 'shop.test']
  assert.deepEqual(allowedToShare([recorded('shop.test', star), recorded('img.shop.test', star)]), [
    ['https://shop.test', 'https://img.shop.test'],
  ])
})

test('another address, port or certificate keeps hosts apart', () => {
  const both = ['a.test', 'b.test']
  const other = (more: Partial<RecordedHost>, names: string[] | null = both) =>
    allowedToShare([recorded('a.test', both), recorded('b.test', names, more)])
  assert.deepEqual(other({ address: '192.0.2.2' }), [])
  assert.deepEqual(other({ address: null }), [])
  assert.deepEqual(other({ port: 8443 }), [])
  assert.deepEqual(other({ scheme: 'http', port: 80 }), [])
  assert.deepEqual(other({}, ['b.test']), [])
  assert.deepEqual(other({}, null), [])
  // A star stands for one label.
  assert.deepEqual(
    allowedToShare([recorded('x.test', ['*.test']), recorded('y.x.test', ['*.test', '*.x.test'])]),
    [],
  )
})

test('a replay gives them one address and one pool of connections', () => {
  const nodes = [A, B, C].map((origin, id) => fetchNode(id, { origin, after: id === 0 ? [] : [finished(0)] }))
  const poolsOf = (sharedConnections: string[][]): [Set<string>, number[]] => {
    const graph = graphOf(nodes, { sharedConnections })
    const hosts = new Map([...graphHosts(graph)].map(([origin, host]) => [origin, { ...host, port: 443 }]))
    const limits = { caFile: '', compute: 1, loadLimitMs: 1, connectLimitMs: 1, mostStreams: 1 }
    const order = graphOrderOf(graph, { protocol: 'h2', hosts, ...limits })
    return [new Set([...hosts.values()].map(({ address }) => address)), order.hosts.map(({ pool }) => pool)]
  }
  const [apart, own] = poolsOf([])
  assert.deepEqual([apart.size, own], [3, [0, 1, 2]])
  const [some, shared] = poolsOf([[C, A]])
  assert.deepEqual([some.size, shared], [2, [0, 1, 0]])
})
