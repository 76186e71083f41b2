import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphFromSample } from '../../../lab/graph/graph-from.ts'
import { PageOrders } from '../../../lab/graph/page-orders.ts'
import { fetchNode, graphOf as graphOfNodes } from '../../model/graph/small-graph.ts'
import { parentUrls } from './graph-parents.ts'
import { entry, har, parsedBy, scriptedBy, typed } from './har-entries.ts'
import { document, graphOf, PAGE, SAMPLE } from './har-graph.ts'

const json = (name: string, startMs: number) =>
  entry(`${PAGE}${name}`, { startMs }, { ...typed('application/json'), ...scriptedBy(`${PAGE}1.js`) })
const script = entry(`${PAGE}1.js`, { startMs: 100 }, { ...typed('text/javascript'), ...parsedBy(PAGE) })
const picture = (startMs: number) =>
  entry(`${PAGE}p.png`, { startMs }, { ...typed('image/png'), ...parsedBy(PAGE) })

/** Two answers of 60 ms each had come when the picture was asked for. */
const OWN = [document, script, json('1.json', 200), json('2.json', 205), picture(280)]

test('what another load contradicts is no cause: the next that may have been is', () => {
  const loads = [graphOf([document, script, json('1.json', 200), json('2.json', 250), picture(270)])]
  const made = graphFromSample(har(OWN), { ...SAMPLE, loads })
  assert.deepEqual(parentUrls(graphOf(OWN))[`${PAGE}p.png`], [`${PAGE}2.json`, PAGE])
  assert.deepEqual(parentUrls(made)[`${PAGE}p.png`], [`${PAGE}1.json`, PAGE])
})

test('a load in which it ended first, or that lacks it, contradicts nothing', () => {
  const loads = [
    graphOf([document, script, json('1.json', 200), json('2.json', 209), picture(270)]),
    graphOf([document, script, json('1.json', 200), picture(262)]),
  ]
  const made = graphFromSample(har(OWN), { ...SAMPLE, loads })
  assert.deepEqual(parentUrls(made)[`${PAGE}p.png`], [`${PAGE}2.json`, PAGE])
})

test('of two requests of one name nobody knows which went before', () => {
  const first = fetchNode(0, { path: '/a', startedMs: 0, firstByteMs: 10, finishedMs: 90 })
  const second = fetchNode(1, { path: '/b', startedMs: 50 })
  const twice = fetchNode(2, { path: '/a', startedMs: 95 })
  const orders = (...nodes: Parameters<typeof graphOfNodes>[0]) => new PageOrders([graphOfNodes(nodes)])
  const [a, b] = ['GET https://a.test/a', 'GET https://a.test/b']
  assert.equal(orders(first, second).wentBefore(b, a), true)
  assert.equal(orders(first, second).wentBefore(a, b), true)
  assert.equal(orders({ ...first, finishedMs: 49 }, second).wentBefore(b, a), false)
  assert.equal(orders(first, second, twice).wentBefore(b, a), false)
})
