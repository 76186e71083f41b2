import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Graph } from '../../../model/graph/graph.ts'
import { smallGraph } from '../../model/graph/small-graph.ts'
import { towlineHere } from '../towline.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'towline-graph-replay-'))
})
after(() => rm(folder, { recursive: true, force: true }))

async function written(name: string, change: (graph: Graph) => unknown = (graph) => graph): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, JSON.stringify(change(smallGraph())))
  return file
}

test('what cannot be replayed is refused in one line that names it', async (t) => {
  const good = await written('good.json')
  const [first, ...others] = smallGraph().nodes
  const link = ['--link', 'rtt=20ms']
  const without = async (name: string, change: object): Promise<string> =>
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
  const cases: readonly (readonly [code: number, message: RegExp, ...args: string[]])[] = [
    [66, /absent\.json: no such file/, join(folder, 'absent.json'), ...link],
    [64, /good\.json does not say which link its page was loaded behind: say --link/, good],
    [64, /'h3-altsvc' is not one of h1, h2, h3/, good, ...link, '--arms', 'h1,h3-altsvc'],
    [64, /--compute .*It must be a number from 0 to 1/, good, ...link, '--compute', '1.5'],
    [65, /the size of 1 of its responses is unknown/, await without('size.json', { bytes: null }), ...link],
    [65, /no fetch of it had a response/, failed, ...link],
    [65, /its bodies have 250002001 bytes, more than 250000000/, large, ...link],
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
