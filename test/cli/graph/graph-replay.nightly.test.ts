import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { campaignSites } from '../../../db/campaign/campaign-sites.ts'
import { listCampaigns } from '../../../db/campaign/campaigns.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { listLabRuns } from '../../../db/lab/lab-runs.ts'
import { mayRunInRealTime } from '../../../lab/process/real-time.ts'
import { graphOfHosts, writeGraphFolder } from '../../lab/graph/graph-folder.ts'
import { whyNoLink } from '../../lab/link/why-no-link.ts'
import { whyNoLoad } from '../../lab/load/run-load.ts'
import { whyNoServer } from '../../lab/origin/running-server.ts'
import { smallGraph } from '../../model/graph/small-graph.ts'
import { type RunFolder, runFolder, type TowlineRun } from '../run-folder.ts'
import { argv } from '../towline.ts'

const skip = whyNoLoad() || whyNoLink() || (await whyNoServer('towline'))
const ROUNDS = 2
const ARMS = ['h1', 'h2', 'h3']
/** So much that the picture after it decides when the load is over. */
const COMPUTE_MS = 1_000
const COMPUTE_SHARE = 0.25
const ALPN: Readonly<Record<string, string>> = { h1: 'http/1.1', h2: 'h2', h3: 'h3' }

test('a replay of a graph that is stopped is resumed; its samples are those of a replayer, not a browser’s', {
  skip,
}, async () => {
  await using folder = await runFolder()
  const graph = smallGraph()
  const nodes = graph.nodes.map((node) => (node.kind === 'compute' ? { ...node, ms: COMPUTE_MS } : node))
  await writeFile(join(folder.path, 'small.json'), JSON.stringify({ ...graph, nodes }))
  const stopped = replay(folder, NO_RATE)
  assert.ok(await stopped.until(async () => (await taken(folder)) >= 2), stopped.stderr())
  stopped.interrupt()
  assert.equal((await stopped.ended).code, 130, stopped.stderr())
  const resumed = replay(folder, NO_RATE, '--resume')
  assert.equal((await resumed.ended).code, 0, resumed.stderr())
  assert.match(resumed.stderr(), /lab run 1 resumed: 1 cell\n/)

  await using db = await openDatabase({ url: folder.database, readOnly: true })
  const campaigns = await listCampaigns(db)
  assert.deepEqual(
    campaigns.map(({ source, browserVersion }) => [source, browserVersion?.split(' ')[0]]),
    [['graph', 'towline-load']],
  )
  const samples = await db.query('SELECT id, arm, role, state, protocol FROM samples')
  assert.equal(samples.length, ROUNDS * ARMS.length)
  for (const { arm, role, state, protocol } of samples)
    assert.deepEqual([role, state, protocol], ['sample', 'valid', ALPN[String(arm)]])
  for (const metric of ['plt_ms', 'ttfb_ms', 'requests', 'connections', 'document_handshake_ms', 'tow_ms']) {
    const rows = await db.query('SELECT value, note FROM sample_metrics WHERE metric = ?', [metric])
    assert.equal(rows.length, samples.length)
    for (const { value, note } of rows) {
      // Without the right to capture there is a reason in its place.
      if (metric === 'tow_ms' && value === null) assert.match(String(note), /capture/)
      else assert.ok(Number(value) > 0, `${metric} ${value} ${note}`)
    }
  }
  // Of the page's computation each load took the share that was asked for.
  assert.deepEqual(campaigns[0]?.options, { ...campaigns[0]?.options, compute: COMPUTE_SHARE })
  const computed = await db.query(
    `SELECT plt.value AS plt_ms, share.value AS share FROM sample_metrics AS plt
     JOIN sample_metrics AS share ON share.sample_id = plt.sample_id AND share.metric = 'path_compute_share'
     WHERE plt.metric = 'plt_ms'`,
  )
  assert.equal(computed.length, samples.length)
  for (const { plt_ms: pltMs, share } of computed) {
    const computeMs = Number(pltMs) * Number(share)
    assert.ok(Math.abs(computeMs - COMPUTE_SHARE * COMPUTE_MS) < 1, `${pltMs} ms, ${share} of it`)
  }
  // No paint, and no byte of a response's head: unknown, and not 0.
  for (const metric of ['fcp_ms', 'har_bytes']) {
    const rows = await db.query('SELECT value FROM sample_metrics WHERE metric = ?', [metric])
    assert.ok(rows.every(({ value }) => value === null))
  }
  assert.deepEqual(await folder.leftovers(), [])
})

test('three lanes share the one cell of a graph, each with rounds of its own; its programs run in real time where that is allowed', {
  skip,
}, async () => {
  await using folder = await runFolder()
  await writeFile(join(folder.path, 'small.json'), JSON.stringify(smallGraph()))
  const run = replay(folder, NO_RATE, '--rounds', '3', '--blocks', '3', '--lanes', '3', '--no-capture')
  assert.equal((await run.ended).code, 0, run.stderr())
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  const samples = await db.query('SELECT arm, round, state, started_at, wall_ms FROM samples')
  assert.ok(samples.every(({ state }) => state === 'valid'))
  const taken = new Set(samples.map(({ arm, round }) => `${arm} ${round}`))
  assert.deepEqual([taken.size, samples.length], [3 * ARMS.length, 3 * ARMS.length])
  const spans = samples.map(({ started_at, wall_ms }) => {
    const startMs = Date.parse(String(started_at))
    return { startMs, endMs: startMs + Number(wall_ms) }
  })
  const isTogether = spans.some(({ startMs, endMs }, one) =>
    spans.some((other, n) => n !== one && startMs < other.endMs && other.startMs < endMs),
  )
  assert.ok(isTogether, JSON.stringify(spans))
  const [campaign] = await listCampaigns(db)
  assert.ok(campaign)
  const { inRealTime = false } = campaign.options as { inRealTime?: boolean }
  const { served } = campaign.link as { served: { facts: { realTime: boolean } } }
  const allowed = await mayRunInRealTime()
  assert.deepEqual([campaign.state, inRealTime, served.facts.realTime], ['finished', allowed, allowed])
  assert.deepEqual(await folder.leftovers(), [])
})

test('rounds of a folder load its graphs in turn, the same under all arms', { skip }, async () => {
  await using folder = await runFolder()
  const pages = join(folder.path, 'pages')
  await writeGraphFolder(pages, { '10.json': graphOfHosts(3), '9.json': graphOfHosts(0) })
  const run = replayOf(folder, pages, NO_RATE, '--rounds', '2', '--no-capture')
  assert.equal((await run.ended).code, 0, run.stderr())
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  const rows = await db.query(
    `SELECT arm, round, state, value FROM samples JOIN sample_metrics ON sample_id = id AND metric = 'requests'`,
  )
  assert.deepEqual(
    rows.map(({ arm, round, state, value }) => `${round} ${arm} ${state} ${value}`).toSorted(),
    [0, 1].flatMap((round) => ARMS.map((arm) => `${round} ${arm} valid ${[1, 4][round]}`)),
  )
  const [labRun] = await listLabRuns(db)
  assert.ok(labRun)
  const { options } = labRun.plan as { options: { blocks: number; graphs: object } }
  assert.equal(options.blocks, 2)
  assert.deepEqual(
    Object.entries(options.graphs).map(([page, hashes]) => [page, hashes.length]),
    [['graph:pages', 2]],
  )
  const [campaign] = await listCampaigns(db)
  const [site] = await campaignSites(db, campaign?.id ?? 0)
  assert.deepEqual(site?.forcedOrigins, ['a.test', 's0.a.test', 's1.a.test', 's2.a.test'])
  assert.deepEqual(await folder.leftovers(), [])
})

/** Without a rate a link is measured sooner, and is what it should be also beside other work. */
const NO_RATE = 'rtt=10ms'

function replay(folder: RunFolder, link: string, ...more: readonly string[]): TowlineRun {
  return replayOf(folder, join(folder.path, 'small.json'), link, ...more)
}

function replayOf(folder: RunFolder, path: string, link: string, ...more: readonly string[]): TowlineRun {
  return folder.start([
    ...argv`graph replay ${path} --link ${link} --rounds ${ROUNDS} --pause 1ms --busy-limit 1
    --compute ${COMPUTE_SHARE} --database ${folder.database} --cache ${folder.cache}`,
    ...more,
  ])
}

async function taken({ database }: RunFolder): Promise<number> {
  try {
    await using db = await openDatabase({ url: database, readOnly: true })
    const [row] = await db.query("SELECT count(*) AS n FROM samples WHERE state <> 'pending'")
    return Number(row?.n)
  } catch {
    // It is being made.
    return 0
  }
}
