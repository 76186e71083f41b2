import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadHost } from '../../load/order.ts'
import type { GraphedFrom } from '../../pages/shape/lab-page.ts'
import { RESOLVER } from '../../sandbox/site/addresses.ts'
import { MOST_STREAMS } from '../most-streams.ts'
import { graphHosts } from './graph-hosts.ts'
import { graphOrderOf } from './graph-order-of.ts'
import { mainDocument } from './main-document.ts'
import { writeGraphAnswers } from './write-graph-answers.ts'

export interface GraphReplay {
  /** The server's answers. */
  readonly answersFile: string
  /** A GraphOrder, of which protocol, times and limits are still to be set. */
  readonly orderFile: string
  /** Nodes that are the page's document: its redirects in their order, and itself. */
  readonly documents: readonly number[]
}

const HTTPS_PORT = 443
const DNS_PORT = 53

/** Writes both below `folder`; `name` is fit for file names. */
export async function writeGraphReplay(
  folder: string,
  { name, graph, lookUps }: Pick<GraphedFrom, 'graph' | 'lookUps'> & { readonly name: string },
  caFile: string,
): Promise<GraphReplay> {
  const own = join(folder, `graph-${name}`)
  await mkdir(own, { recursive: true })
  const hosts = new Map<string, LoadHost>(
    [...graphHosts(graph)].map(([origin, host]) => [origin, { ...host, port: HTTPS_PORT }]),
  )
  const orderFile = join(own, 'order.json')
  const limits = { loadLimitMs: 1, connectLimitMs: 1, mostStreams: MOST_STREAMS }
  const order = graphOrderOf(graph, {
    ...{ protocol: 'h1', hosts, caFile, compute: 1, ...limits },
    lookUps: {
      resolver: { address: RESOLVER, port: DNS_PORT },
      names: new Set(lookUps.map((each) => each.name)),
    },
  })
  await writeFile(orderFile, JSON.stringify(order))
  const answersFile = await writeGraphAnswers(own, graph, hosts)
  return { answersFile, orderFile, documents: mainDocument(graph.nodes) }
}
