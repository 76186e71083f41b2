import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withPageLookUps } from '../../../lab/graph/page-look-ups.ts'
import type { Graph } from '../../../model/graph/graph.ts'
import { fetchNode, graphOf } from '../../model/graph/small-graph.ts'

/** A page of two hosts, whose load shows these look-ups. */
function page(lookUps?: Graph['lookUps']): Graph {
  const nodes = [fetchNode(0), fetchNode(1, { origin: 'https://b.test:8443' })]
  return graphOf(nodes, lookUps && { lookUps })
}

test('a host was looked up where any load shows it, and the resolver took the least that one shows', () => {
  const own = page([{ host: 'a.test', waitMs: 4 }])
  const slow = page([
    { host: 'a.test', waitMs: 9 },
    { host: 'b.test', waitMs: 88 },
  ])
  const other = page([{ host: 'b.test', waitMs: 2 }])
  assert.deepEqual(withPageLookUps(own, [own, slow, other]).lookUps, [
    { host: 'a.test', waitMs: 4 },
    { host: 'b.test', waitMs: 2 },
  ])
})

test('of a host that the graph does not ask nothing is looked up', () => {
  const own = page()
  const made = withPageLookUps(own, [own, page([{ host: 'c.test', waitMs: 1 }])])
  assert.equal(made.lookUps, undefined)
})
