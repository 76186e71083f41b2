import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { campaignById } from '../../../db/campaign/campaigns.ts'
import { readSamples, type SampleRow } from '../../../db/campaign/samples.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { type LabCellRow, labCells } from '../../../db/lab/lab-cells.ts'
import { labRunById, listLabRuns } from '../../../db/lab/lab-runs.ts'
import { type RunFolder, runFolder, type TowlineRun } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { runPlan } from './run-plan.ts'

const ROUNDS = 2
interface PlanOptions {
  readonly link: string
  readonly pages: readonly string[]
  readonly windows: readonly number[]
  readonly arms: readonly string[]
}
const planOf = ({ link, pages, windows, arms }: PlanOptions): string => `
title: Two pages
arms: [${arms}]
rounds: ${ROUNDS}
pauseMs: 1
seed: 4
held: { ${link}, congestionControl: cubic }
factors:
  page: [${pages}]
  initcwnd: [${windows}]
`
const WINDOWS = [4, 16]
const PAGES = ['objects-12x3000', 'single-60000']
const CELLS = 2
const ARMS = ['h1', 'h2', 'h3']
const PLAN = planOf({
  ...{ link: 'rateMbps: 20/10, rttMs: 40', pages: PAGES.slice(0, 1) },
  ...{ windows: WINDOWS, arms: ARMS },
})
const SAMPLES = CELLS * ARMS.length * ROUNDS
/** For what is about neither link nor packets: a link without a rate is measured in half the time. */
const SHORT = planOf({ link: 'rttMs: 40', pages: PAGES, windows: [10], arms: ['h1', 'h3'] })
const SHORT_SAMPLES = CELLS * 2 * ROUNDS
const runShort = (folder: RunFolder, ...flags: readonly string[]): Promise<TowlineRun> =>
  runPlan(folder, SHORT, ['--no-capture', ...flags])

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))

describe('a plan that is run', { skip }, () => {
  let folder: RunFolder
  let run: TowlineRun
  before(async () => {
    folder = await runFolder()
    run = await runPlan(folder, PLAN)
    const { code } = await run.ended
    assert.equal(code, 0, run.stderr())
  })
  after(() => folder?.[Symbol.asyncDispose]())

  test('takes every sample of every cell once, and all of them are what their arm promises', async () => {
    const { cells, samples } = await recorded(folder)
    assert.deepEqual(
      cells.map(({ state, reason }) => [state, reason]),
      Array.from({ length: CELLS }, () => ['done', null]),
    )
    assert.equal(samples.length, SAMPLES)
    for (const { state, reason, detail, arm, protocol } of samples) {
      assert.equal(state, 'valid', `${reason} ${detail}`)
      assert.equal(protocol, { h1: 'http/1.1', h2: 'h2', h3: 'h3' }[arm as 'h1'])
    }
  })

  test('stores with each cell its link as set and as measured, before and after', async () => {
    for (const { configuredLink, measuredLink, wireLimitMs } of (await recorded(folder)).cells) {
      assert.equal((configuredLink as { rttMs: number }).rttMs, 40)
      const { before: first, after: last } = measuredLink as Record<string, { rtt: { medianMs: number } }>
      for (const measured of [first, last]) assert.ok(Math.abs((measured?.rtt.medianMs ?? 0) - 40) < 15)
      assert.deepEqual(Object.keys(wireLimitMs ?? {}).sort(), ['h1', 'h2', 'h3'])
    }
  })

  test('reads back what the kernel gave the server’s connections', async () => {
    await using db = await openDatabase({ url: folder.database, readOnly: true })
    for (const { campaignId, factors } of (await recorded(folder)).cells) {
      const campaign = await campaignById(db, campaignId ?? 0)
      assert.ok(campaign)
      const { served } = campaign.link as { served: Served }
      const browserConnections = served.accepted.filter(({ client }) => client === '198.18.0.1')
      assert.ok(browserConnections.length > 0)
      for (const { congestionControl, initialWindowPackets } of browserConnections)
        assert.deepEqual([congestionControl, initialWindowPackets], ['cubic', factors.initcwnd])
      assert.equal(served.facts.quic.initialWindowPackets, factors.initcwnd)
      assert.deepEqual(
        served.quicAccepted.map(
          ({ initialWindowBytes, datagramBytes }) => initialWindowBytes / datagramBytes,
        ),
        [factors.initcwnd],
      )
    }
  })

  test('keeps its browsers from cell to cell: one warm-up each', async () => {
    const { all } = await recorded(folder)
    assert.deepEqual(
      all
        .filter(({ role }) => role === 'warmup')
        .map(({ arm }) => arm)
        .sort(),
      ['h1', 'h2', 'h3'],
    )
  })

  test('never has a page sooner than the wire allows', async () => {
    await using db = await openDatabase({ url: folder.database, readOnly: true })
    const rows = await db.query(
      `SELECT samples.arm, sample_metrics.value, lab_cells.wire_limit_ms FROM samples
       JOIN sample_metrics ON sample_metrics.sample_id = samples.id
       JOIN lab_cells ON lab_cells.campaign_id = samples.campaign_id
       WHERE samples.role = 'sample' AND sample_metrics.metric = 'plt_ms'`,
    )
    assert.equal(rows.length, SAMPLES)
    for (const { arm, value, wire_limit_ms } of rows) {
      const limitMs = (JSON.parse(String(wire_limit_ms)) as Record<string, number>)[String(arm)] ?? Number.NaN
      assert.ok(Number(value) >= limitMs, `${arm}: ${value} of ${limitMs} ms`)
    }
  })

  test('leaves nothing behind', async () => {
    assert.deepEqual(await folder.leftovers(), [])
  })
})

test('a run that is killed, and one that is interrupted, resume with --resume as if nothing had happened', {
  skip,
}, async () => {
  await using folder = await runFolder()
  const killed = await runShort(folder)
  assert.ok(await killed.until(async () => (await taken(folder)) >= 2), killed.stderr())
  process.kill(killed.pid, 'SIGKILL')
  await killed.ended

  const interrupted = await runShort(folder, '--resume')
  const before = await taken(folder)
  assert.ok(await interrupted.until(async () => (await taken(folder)) >= before + 2), interrupted.stderr())
  interrupted.interrupt()
  assert.equal((await interrupted.ended).code, 130, interrupted.stderr())
  assert.match(interrupted.stderr(), /stopped: lab run 1; --resume continues it\n$/)
  assert.deepEqual(await folder.leftovers(), [])

  const last = await runShort(folder, '--resume')
  assert.equal((await last.ended).code, 0, last.stderr())
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  assert.equal((await listLabRuns(db)).length, 1)
  assert.equal((await labRunById(db, 1))?.state, 'finished')
  const { samples, cells } = await recorded(folder)
  assert.equal(samples.length, SHORT_SAMPLES)
  assert.equal(new Set(samples.map(({ id }) => id)).size, SHORT_SAMPLES)
  assert.ok(samples.every(({ state }) => state === 'valid'))
  assert.ok(cells.every(({ state }) => state === 'done'))
})

test('two lanes take cells at the same time', {
  skip,
}, async () => {
  await using folder = await runFolder()
  const run = await runShort(folder, '--lanes', '2')
  assert.equal((await run.ended).code, 0, run.stderr())
  const { cells, samples } = await recorded(folder)
  assert.ok(cells.every(({ state }) => state === 'done'))
  assert.equal(samples.length, SHORT_SAMPLES)
  const spans = await campaignSpans(folder)
  const together = spans.filter(([start, end], one) =>
    spans.some((other, index) => index !== one && start < other[1] && other[0] < end),
  )
  assert.equal(together.length, CELLS, JSON.stringify(spans))
  assert.deepEqual(await folder.leftovers(), [])
})

/** When the first and the last load of each campaign began. */
async function campaignSpans(folder: RunFolder): Promise<(readonly [string, string])[]> {
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  const rows = await db.query(
    'SELECT min(started_at) AS first, max(started_at) AS last FROM samples GROUP BY campaign_id',
  )
  return rows.map(({ first, last }) => [String(first), String(last)] as const)
}

interface Served {
  readonly accepted: readonly {
    readonly client: string
    readonly congestionControl: string
    readonly initialWindowPackets: number
  }[]
  readonly quicAccepted: readonly { readonly initialWindowBytes: number; readonly datagramBytes: number }[]
  readonly facts: { readonly quic: { readonly initialWindowPackets: number } }
}

async function recorded(
  folder: RunFolder,
): Promise<{ cells: LabCellRow[]; samples: SampleRow[]; all: SampleRow[] }> {
  await using db = await openDatabase({ url: folder.database, readOnly: true })
  const cells = await labCells(db, 1)
  const all: SampleRow[] = []
  for (const { campaignId } of cells)
    if (campaignId !== null) all.push(...(await Array.fromAsync(readSamples(db, campaignId))))
  return { cells, all, samples: all.filter(({ role }) => role === 'sample') }
}

/** Samples that have a result. */
async function taken(folder: RunFolder): Promise<number> {
  try {
    const { samples } = await recorded(folder)
    return samples.filter(({ state }) => state !== 'pending').length
  } catch {
    // It is not there yet.
    return 0
  }
}
