import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { planOfFiles } from '../../../lab/plan/plan-of-files.ts'
import { parsePlan } from '../../../lab/plan/read-plan.ts'
import { fetchNode, graphOf, smallGraph } from '../../model/graph/small-graph.ts'
import { testFolder } from '../../test-folder.ts'
import { graphOfHosts, writeGraphFolder } from '../graph/graph-folder.ts'

const folder = testFolder()
before(() => writeFile(join(folder, 'small.json'), JSON.stringify(smallGraph())))

test('a plan of graphs has a cell for each graph and link', () => {
  const links = ['rtt=20ms', 'rtt=200ms,down=1,up=1'].map((text) => parseLink(text))
  const graphs = [{ path: join(folder, 'small.json'), links }]
  const plan = planOfFiles('graph', graphs, { arms: ['h2', 'h3'], rounds: 5, pauseMs: 0, seed: 1 })
  assert.equal(plan.baseline, 'h2')
  assert.deepEqual(
    plan.cells.map(({ factors, shards }) => [factors.page, factors.rttMs, shards]),
    [
      ['graph:small.json', 20, 1],
      ['graph:small.json', 200, 1],
    ],
  )
})

test('a page of the catalogue is a graph on every server, one of a file on those that answer as it says', () => {
  const onCaddy = (page: string) =>
    parsePlan(
      `title: t\narms: [h1]\nloader: graph\nrounds: 1\nheld: {server: caddy, page: ${page}}\n`,
      join(folder, 'plan.yaml'),
    )
  assert.equal(onCaddy('modern').cells.length, 1)
  assert.throws(
    () => onCaddy('graph:small.json'),
    /:5: Caddy .* cannot answer as what was recorded: towline can$/,
  )
})

test('a page is a folder of graphs of several loads, which may have other hosts', async () => {
  const shop = await writeGraphFolder(join(folder, 'shop'), {
    '1.json': graphOfHosts(1),
    '2.json': graphOfHosts(3),
  })
  const text = 'title: t\narms: [h1]\nrounds: 2\nheld: {page: graph:shop}\n'
  const { cells } = parsePlan(text, join(folder, 'plan.yaml'))
  assert.deepEqual(
    cells.map(({ page, factors, shards }) => [page, factors.page, shards]),
    [[`graph:${shop}`, 'graph:shop', 2]],
  )
})

test('a folder without graphs, of several pages or with one that cannot be replayed is refused by its name', async () => {
  const refused = async (name: string, graphs: Parameters<typeof writeGraphFolder>[1], message: RegExp) => {
    await writeGraphFolder(join(folder, name), graphs)
    const text = `title: t\narms: [h1]\nrounds: 2\nheld: {page: graph:${name}}\n`
    assert.throws(() => parsePlan(text, join(folder, 'plan.yaml')), message)
  }
  const pageUrl = 'https://b.test/'
  await refused('none', {}, /none: no graph \(\*\.json\) is in this folder/)
  await refused(
    'mixed',
    { '1.json': graphOfHosts(1), '2.json': graphOfHosts(1), '3.json': graphOfHosts(1, { pageUrl }) },
    /mixed\/1\.json and .*mixed\/3\.json are graphs of different pages/,
  )
  const unknown = graphOf([
    fetchNode(0, { path: '/', resourceType: 'document' }),
    fetchNode(1, { bytes: null }),
  ])
  await refused(
    'second',
    { '1.json': graphOfHosts(1), '2.json': unknown },
    /second\/2\.json: the size of 1 of its responses is unknown/,
  )
})

test('no plan has loads by a browser beside those of graphs', () => {
  const text = (pages: string, arms = 'h1, h2'): string =>
    `title: t\narms: [${arms}]\nrounds: 2\nheld:\n  rttMs: 20\nfactors:\n  page: [${pages}]\n`
  const file = join(folder, 'plan.yaml')
  assert.equal(parsePlan(text('graph:small.json'), file).cells.length, 1)
  assert.throws(
    () => parsePlan(text('graph:small.json, quick'), file),
    /loads by a browser and of graphs are never compared, so no plan has both/,
  )
  assert.throws(
    () => parsePlan(text('graph:small.json', 'h1, recorded'), file),
    /is a graph, for the arms h1, h2, h3, not recorded/,
  )
})

test('without a browser a plan loads the graphs of pages of the catalogue', () => {
  const text = (page: string): string => `title: t\narms: [h1, h2]\nrounds: 2\nloader: graph\nheld: ${page}\n`
  const parsed = (page: string) => parsePlan(text(page), join(folder, 'plan.yaml'))
  const objects = parsed('{objects: 2, objectBytes: 100}')
  assert.equal(objects.loader, 'graph')
  assert.deepEqual(
    objects.cells.map(({ page, factors }) => [page, factors]),
    [['graph:objects-2x100', { objects: 2, objectBytes: 100 }]],
  )
  assert.deepEqual(
    parsed('{page: modern}').cells.map(({ page, factors, shards }) => [page, factors.page, shards]),
    [['graph:modern', 'graph:modern', 3]],
  )
  assert.throws(() => parsed('{page: nowhere}'), /there is no page 'nowhere'/)
  assert.throws(
    () => parsed('{page: modern, addresses: one}'),
    /each host of a page has an address of its own/,
  )
  assert.throws(() => parsed("{page: 'recording:there'}"), /`towline graph make` makes a graph of it/)
})

test('a page of the catalogue is named beside files of graphs', () => {
  const text = 'title: t\narms: [h1]\nrounds: 1\nfactors:\n  page: [graph:modern, graph:small.json]\n'
  assert.deepEqual(
    parsePlan(text, join(folder, 'plan.yaml')).cells.map(({ page }) => page),
    ['graph:modern', `graph:${join(folder, 'small.json')}`],
  )
})
