import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { makePageGraphs } from '../../../bench/graph/make-page-graphs.ts'
import type { ArtifactKind, StoredArtifact } from '../../../db/campaign/artifacts.ts'
import { describeCampaign } from '../../../db/campaign/campaigns.ts'
import { labCells } from '../../../db/lab/lab-cells.ts'
import { readGraph } from '../../../lab/graph/read-graph.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { planOfFiles } from '../../../lab/plan/plan-of-files.ts'
import { type WrittenCell, writeLabRun } from '../../cli/lab/lab-run-database.ts'
import { temporaryFolder } from '../../cli/towline.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { answer, entry, har, parsedBy } from '../../lab/graph/har-entries.ts'

/** As chrome-har has it: its page starts with the first request, and so does the time of the load event. */
const { log } = har([entry('https://page.test/', { startMs: 0 }, { _requestTime: 100 })], 70)
const HAR = { log: { ...log, creator: { name: 'chrome-har', version: '1' } } }
/** Of a navigation 12.5 ms before that. */
const TIMINGS = {
  timeOriginMs: Date.parse(HAR.log.pages[0]?.startedDateTime ?? '') - 12,
  ...{ navigationStartsMs: [99_987.5], navigation: null, resources: [] },
}

function stored(kind: ArtifactKind, value: object): StoredArtifact {
  const text = Buffer.from(JSON.stringify(value))
  return { kind, encoding: 'zstd', bytes: zstdCompressSync(text), sizeBytes: text.length }
}

function cell(rttMs: number, h2: readonly number[], page = 'modern'): WrittenCell {
  return {
    factors: { page, rttMs },
    configuredLink: { rttMs },
    pltMs: { h1: h2.map((ms) => 2 * ms), h2 },
    artifacts: async () => [stored('har', HAR), stored('timings', TIMINGS)],
  }
}

test('the graph of a page is that of its median load over the shortest link, and counts from the navigation', async () => {
  await using folder = await temporaryFolder()
  await using database = await temporarySqlite()
  await using db = await database.open()
  const labRunId = await writeLabRun(db, [cell(100, [500, 600]), cell(20, [90, 84, 80, 99])])
  const [file = '', ...others] = await makePageGraphs(db, labRunId, folder.path)
  assert.deepEqual(others, [])
  const { madeFrom, nodes, load } = await readGraph(file)
  assert.equal(madeFrom.arm, 'h2')
  // Of an even number the lower one: its page load time is the metric, since the navigation's start, not the HAR's 70 ms.
  assert.equal(load.atMs, 84)
  assert.equal(nodes[0]?.startedMs, 12.5)
})

test('the graph of a recording is called after it, as a replay of graphs names its page', async () => {
  await using folder = await temporaryFolder()
  await using database = await temporarySqlite()
  await using db = await database.open()
  const labRunId = await writeLabRun(db, [cell(20, [84], 'recording:shop')])
  const files = await makePageGraphs(db, labRunId, folder.path)
  assert.deepEqual(files, [join(folder.path, 'recording:shop.json')])
  const link = parseLink('rtt=20ms,down=8,up=8')
  const graphs = files.map((path) => ({ path, links: [link] }))
  const { cells } = planOfFiles('graph', graphs, { arms: ['h1'], rounds: 1, pauseMs: 0, seed: 1 })
  assert.deepEqual(
    cells.map(({ factors }) => factors.page),
    ['graph:recording:shop.json'],
  )
})

/** A load whose script was asked for when so many of the document's 2,000 bytes had come. */
function readSoFar(bytes: number): object {
  const page = 'https://page.test/'
  const document = entry(
    page,
    { startMs: 0, receiveMs: 60 },
    {
      _resourceType: 'document',
      response: answer({ bodySize: 2_000 }),
      _chunks: [
        { ts: 55, bytes },
        { ts: bytes === 2_000 ? 56 : 105, bytes: 2_000 - bytes },
      ].filter((piece) => piece.bytes > 0),
      timings: {
        blocked: 0,
        dns: -1,
        connect: -1,
        ssl: -1,
        send: 0,
        wait: 50,
        receive: bytes === 2_000 ? 6 : 60,
      },
    },
  )
  const script = entry(`${page}a.js`, { startMs: 60 }, { _resourceType: 'script', ...parsedBy(page) })
  return { log: { ...har([document, script], 130).log, creator: { name: 'chrome-har', version: '1' } } }
}

test('a request waits for as much of the document as over all links of the run, not as over the shortest', async () => {
  await using folder = await temporaryFolder()
  await using database = await temporarySqlite()
  await using db = await database.open()
  const over = (rttMs: number, bytes: number, page?: string): WrittenCell => ({
    ...cell(rttMs, [130], page),
    artifacts: async () => [stored('har', readSoFar(bytes))],
  })
  const labRunId = await writeLabRun(db, [over(10, 2_000), over(300, 500), over(300, 100, 'depth-5')])
  for (const { campaignId } of await labCells(db, labRunId))
    await describeCampaign(db, campaignId ?? 0, {
      link: { condition: { downMbps: 2 }, backend: 'rattan', backendVersion: '1', measured: null } as never,
    })
  const [file = ''] = await makePageGraphs(db, labRunId, folder.path)
  const { madeFrom, nodes } = await readGraph(file)
  const edges = nodes.flatMap(({ after }) => after.filter(({ node }) => node === 0))
  assert.deepEqual(
    edges.map((edge) => [edge.why, edge.when, edge.when === 'bytes' ? edge.bytes : null]),
    [
      ['parser', 'first byte', null],
      ['parser', 'bytes', 500],
    ],
  )
  // Two arms over each of two links.
  assert.equal(madeFrom.bytesLoads, 4)
})
