import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { harOf } from '../../../crawler/probe/load/har.ts'
import type { ProbeBrowser } from '../../../crawler/probe/load/load.ts'
import { graphFromFile, graphFromSample } from '../../../lab/graph/graph-from.ts'
import { labPage } from '../../../lab/pages/page.ts'
import { pageFiles } from '../../../lab/pages/page-files.ts'
import type { LabPage } from '../../../lab/pages/shape/lab-page.ts'
import { criticalPath } from '../../../model/graph/critical-path.ts'
import { depths } from '../../../model/graph/depth.ts'
import type { Graph } from '../../../model/graph/graph.ts'
import { recordPage } from '../../../record/live/record-page.ts'
import { atPort, load, noBrowser, openTestBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { recordOptions, trusting } from '../../record/live/record-options.ts'
import { makeAuthority } from '../../servers/certificates.ts'
import { HOSTS, serveFiles } from '../pages/served-page.ts'
import { fetchesOf, parentsOf, urlOf } from './graph-parents.ts'

/** Long enough that what comes one after the other does not look like one. */
const ANSWER_MS = 40

const opened = new AsyncDisposableStack()
let folder: string
let web: Awaited<ReturnType<typeof serveFiles>>
let browser: ProbeBrowser

describe('graphs of pages whose structure is known', { skip: noBrowser }, () => {
  before(async () => {
    const authority = makeAuthority()
    const pair = authority.leaf({ altNames: HOSTS.map((host) => `DNS:${host}`).join(',') })
    folder = opened.adopt(await mkdtemp(join(tmpdir(), 'towline-graph-pages-')), (path) =>
      rm(path, { recursive: true, force: true }),
    )
    const caFile = join(folder, 'ca.pem')
    await writeFile(caFile, authority.ca)
    web = opened.use(await serveFiles([], pair, ANSWER_MS))
    browser = opened.use(await openTestBrowser({ caFile, switches: atPort(web.port) }))
  })
  after(async () => await opened.disposeAsync())

  async function loadedGraph(page: LabPage): Promise<Graph> {
    web.serve(pageFiles(page, HOSTS))
    const loaded = await load(browser, `https://${HOSTS[0]}/`)
    assert.equal(loaded.failure, null)
    const beside = { sample: 1, arm: 'h2', link: null, navigation: null, toolVersion: 'test' }
    return graphFromSample(harOf(loaded), beside)
  }

  for (const name of ['depth-5', 'blocking', 'chain-css-font', 'objects-3x100', 'single-100000'])
    test(`${name}: by the browser's own word the graph has the page's depth, and each fetch its parent`, async () => {
      const page = labPage(name, { seed: 1 })
      const graph = withoutGuesses(await loadedGraph(page))
      assert.equal(Math.max(...depths(graph.nodes)), depthOf(page))
      assertParents(graph, page)
    })

  for (const [name, shards] of [
    ['chain-fetch', 2],
    ['modern', 3],
    ['google-mobile-14-2', 1],
  ] as const)
    test(`${name}: with its guesses the graph has the page's depth, and each fetch its parent`, async () => {
      const page = labPage(name, { seed: 1, shards })
      const graph = await loadedGraph(page)
      assert.equal(Math.max(...depths(graph.nodes)), depthOf(page))
      assertParents(graph, page)
    })

  test('time that scripts keep the main thread is computation on the critical path', async () => {
    const page = labPage('blocking', { seed: 1 })
    const { computeMs, networkMs, totalMs } = criticalPath(await loadedGraph(page))
    // Five scripts of 50 ms, of which the first may end while others come.
    assert.ok(computeMs >= 150, `${computeMs} ms`)
    assert.ok(networkMs >= 2 * ANSWER_MS)
    assert.ok(totalMs >= 250)
  })

  test('a recording of a page has its depth too, and each fetch its parent', async () => {
    const page = labPage('depth-5', { seed: 1 })
    web.serve(pageFiles(page, HOSTS))
    const target = join(folder, 'recording')
    const browser = trusting(folder, atPort(web.port))
    await recordPage(
      `https://${HOSTS[0]}/`,
      target,
      recordOptions({ loads: 3, robotsToken: 'towline', browser }),
    )
    const graph = await graphFromFile(target, 'test')
    assert.equal(graph.madeFrom.kind, 'recording')
    assert.equal(Math.max(...depths(withoutGuesses(graph).nodes)), depthOf(page))
    assertParents(withoutGuesses(graph), page)
    assert.ok(graph.load.atMs !== null && graph.load.atMs >= 5 * ANSWER_MS)
  })
})

/** Without what is guessed. */
function withoutGuesses(graph: Graph): Graph {
  const nodes = graph.nodes.map((node) => ({ ...node, after: node.after.filter(({ guessed }) => !guessed) }))
  return { ...graph, nodes }
}

function depthOf({ resources }: LabPage): number {
  const levels: number[] = []
  for (const { parent } of resources) levels.push(parent === null ? 1 : (levels[parent] ?? 0) + 1)
  return Math.max(...levels)
}

function assertParents(graph: Graph, page: LabPage): void {
  const urls = page.resources.map(({ shard, path }) => `https://${HOSTS[shard]}${path}`)
  assert.deepEqual(fetchesOf(graph).map(urlOf).toSorted(), urls.toSorted())
  for (const node of fetchesOf(graph)) {
    const parent = page.resources[urls.indexOf(urlOf(node))]?.parent ?? null
    const parents = parentsOf(node, graph).map(urlOf)
    if (parent === null) assert.deepEqual(parents, [])
    // Of data files that end together nobody can say which named a picture.
    else
      assert.ok(
        parents.some((url) => url === urls[parent] || (isData(url) && isData(urls[parent] ?? ''))),
        `${urlOf(node)} waits for ${parents}`,
      )
  }
}

const isData = (url: string): boolean => url.endsWith('.json')
