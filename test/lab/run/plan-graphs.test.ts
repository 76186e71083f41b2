import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { planOfFiles } from '../../../lab/plan/plan-of-files.ts'
import { planGraphs } from '../../../lab/run/plan-graphs.ts'
import { temporaryFolder } from '../../cli/towline.ts'
import { graphOfHosts, writeGraphFolder } from '../graph/graph-folder.ts'

test('a run knows the checksum of a file, and of a folder those of its graphs in their order', async () => {
  await using folder = await temporaryFolder()
  const [two, ten] = [graphOfHosts(2), graphOfHosts(10)]
  const shop = await writeGraphFolder(join(folder.path, 'shop'), { '10.json': ten, '2.json': two })
  const one = await writeGraphFolder(join(folder.path, 'one'), { '7.json': two })
  const links = [parseLink('rtt=20ms')]
  const graphs = [shop, one, join(shop, '10.json')].map((path) => ({ path, links }))
  const sha256 = (graph: object): string => createHash('sha256').update(JSON.stringify(graph)).digest('hex')
  assert.deepEqual(
    await planGraphs(planOfFiles('graph', graphs, { arms: ['h2'], rounds: 2, pauseMs: 0, seed: 1 })),
    {
      'graph:shop': [sha256(two), sha256(ten)],
      'graph:one': [sha256(two)],
      'graph:10.json': sha256(ten),
    },
  )
})
