import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { campaignById } from '../../../db/campaign/campaigns.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { type RunFolder, runFolder, type TowlineRun } from '../../cli/run-folder.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { whyNoServer } from '../origin/running-server.ts'
import { runPlan } from './run-plan.ts'
import { planOf, ROUNDS, recorded } from './small-plan.ts'

const WINDOWS = [4, 16]
const CELLS = 2
const ARMS = ['h1', 'h2', 'h3']
const PLAN = planOf({
  ...{ link: 'rateMbps: 20/10, rttMs: 40', pages: ['objects-12x3000'] },
  ...{ windows: WINDOWS, arms: ARMS },
})
const SAMPLES = CELLS * ARMS.length * ROUNDS

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

interface Served {
  readonly accepted: readonly {
    readonly client: string
    readonly congestionControl: string
    readonly initialWindowPackets: number
  }[]
  readonly quicAccepted: readonly { readonly initialWindowBytes: number; readonly datagramBytes: number }[]
  readonly facts: { readonly quic: { readonly initialWindowPackets: number } }
}
