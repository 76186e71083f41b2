import { graphFromSample } from '../../../lab/graph/graph-from.ts'
import { parseGraph } from '../../../lab/graph/read-graph.ts'
import type { Graph } from '../../../model/graph/graph.ts'
import { entry, har } from './har-entries.ts'

export const PAGE = 'https://a.test/'
export const SAMPLE = { sample: 7, arm: 'h2', link: null, navigation: null, toolVersion: 'test' }

/** The graph of a HAR with these entries; what is made is also what may be read. */
export function graphOf(entries: readonly object[], onLoad?: number): Graph {
  const graph = graphFromSample(har(entries, onLoad), SAMPLE)
  return parseGraph(JSON.stringify(graph), 'graph')
}

/** The page's own, from 50 to 100 ms. */
export const document = entry(PAGE, { startMs: 0, waitMs: 50, receiveMs: 50 }, { _resourceType: 'document' })
