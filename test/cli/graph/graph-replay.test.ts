import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import type { Graph } from '../../../model/graph/graph.ts'
import { graphOfHosts, writeGraphFolder } from '../../lab/graph/graph-folder.ts'
import { smallGraph } from '../../model/graph/small-graph.ts'
import { testFolder } from '../../test-folder.ts'
import { towlineHere } from '../towline.ts'

const folder = testFolder()

async function written(name: string, change: (graph: Graph) => unknown = (graph) => graph): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, JSON.stringify(change(smallGraph())))
  return file
}

test('what cannot be replayed is refused in one line that names it', async (t) => {
  const good = await written('good.json')
  const [first, ...others] = smallGraph().nodes
  const link = ['--link', 'rtt=20ms']
  const withFirst = async (name: string, change: object): Promise<string> =>
    written(name, (graph) => ({ ...graph, nodes: [{ ...first, ...change }, ...others] }))
  const failed = await written('failed.json', (graph) => ({
    ...graph,
    nodes: graph.nodes.map((node) => (node.kind === 'fetch' ? { ...node, status: null } : node)),
  }))
  // Each of them is allowed, their sum is not.
  const large = await written('large.json', (graph) => {
    const sizes = [125_000_000, 125_000_001].values()
    return {
      ...graph,
      nodes: graph.nodes.map((node) =>
        node.kind === 'fetch' ? { ...node, bytes: sizes.next().value ?? node.bytes } : node,
      ),
    }
  })
  const uploads = await withFirst('uploads.json', { requestBytes: 250_000_001 })
  const behind = (rttMs: number): Graph => {
    const condition = { ...parseLink('rtt=20ms'), rttMs }
    const plain = graphOfHosts(1)
    return { ...plain, madeFrom: { ...plain.madeFrom, link: { condition } } }
  }
  const folderOf = (name: string, graphs: Record<string, Graph>) =>
    writeGraphFolder(join(folder, name), graphs)
  const apart = await folderOf('apart', { '1.json': behind(20), '2.json': behind(30) })
  const alike = await folderOf('alike', { '1.json': behind(20), '2.json': behind(20) })
  const mixed = await folderOf('mixed', {
    '1.json': behind(20),
    '2.json': graphOfHosts(1, { pageUrl: 'https://b.test/' }),
  })
  const cases: readonly (readonly [code: number, message: RegExp, ...args: string[]])[] = [
    [66, /absent\.json: no such file/, join(folder, 'absent.json'), ...link],
    [64, /good\.json does not say which link its page was loaded behind: say --link/, good],
    [64, /'h3-altsvc' is not one of h1, h2, h3/, good, ...link, '--arms', 'h1,h3-altsvc'],
    [64, /--compute .*It must be a number from 0 to 1/, good, ...link, '--compute', '1.5'],
    [65, /the size of 1 of its responses is unknown/, await withFirst('size.json', { bytes: null }), ...link],
    [65, /no fetch of it had a response/, failed, ...link],
    [65, /bodies of its requests and responses have 250002001 bytes, more than 250000000/, large, ...link],
    [65, /bodies of its requests and responses have 2\d+ bytes, more than 250000000/, uploads, ...link],
    [65, /none: no graph \(\*\.json\) is in this folder/, await folderOf('none', {}), ...link],
    [65, /mixed\/1\.json and .*mixed\/2\.json are graphs of different pages/, mixed, ...link],
    [64, /apart: its graphs are of loads behind different links: say --link/, apart],
    [64, /--rounds 1: graph:alike has 2 graphs, and each needs a block/, alike, '--rounds', '1'],
    [64, /--blocks 1: graph:alike has 2 graphs, and each needs a block/, alike, '--blocks', '1'],
    [65, /no graph of towline/, await written('other.json', () => ({})), ...link],
  ]
  for (const [code, message, ...args] of cases) {
    const database = join(folder, 'never.sqlite')
    const run = await towlineHere(t, ['graph', 'replay', ...args, '--database', database])
    assert.equal(run.code, code, run.stderr)
    assert.match(run.stderr, message)
    assert.equal(run.stdout, '')
    if (code !== 64) assert.equal(run.stderr.trim().split('\n').length, 1, run.stderr)
  }
})
