#!/usr/bin/env node
// `add-synthetic-field.ts FILE`: a made-up, closed field study of the sites of the newest campaign, with one release.
import { campaignSites } from '../db/campaign/campaign-sites.ts'
import { readSeries } from '../db/campaign/series.ts'
import type { Database } from '../db/connection/database.ts'
import { openDatabase } from '../db/connection/open.ts'
import { type NewCell, writeRelease } from '../db/field/field-releases.ts'
import { closeStudy, openStudy } from '../db/field/field-studies.ts'
import { dataSummary } from '../db/maintenance/data-summary.ts'
import { FIELD_ARMS, FIELD_PROTOCOLS, type FieldMetric } from '../model/field.ts'
import { SYNTHETIC_LIST } from '../model/synthetic-list.ts'
import { curveOf } from '../stats/field/curve.ts'
import { addDays, mondayOf } from '../stats/field/days.ts'
import { FIELD_RULES } from '../stats/field/field-rules.ts'
import { median } from '../stats/median.ts'
import { normalQuantile } from '../stats/normal.ts'
import { mix32, rng } from '../stats/rng.ts'

/** Field metrics that are made up, and the live ones that their medians are taken from. */
const METRICS: readonly (readonly [FieldMetric, string])[] = [
  ['load', 'plt_ms'],
  ['wait', 'ttfb_ms'],
]
const CONTRIBUTORS = 60
/** Volunteers are slower than our own machine, and differ: a log-normal spread about a multiple. */
const FIELD_FACTOR = 1.6
const FIELD_SIGMA = 0.5

const [file = ''] = process.argv.slice(2)
{
  await using db = await openDatabase({ url: file })
  const { latestLiveCampaignId } = await dataSummary(db)
  if (latestLiveCampaignId === null) throw new Error(`${file} has no campaign`)
  const sites = await campaignSites(db, latestLiveCampaignId)
  const today = new Date().toISOString().slice(0, 10)
  await openStudy(db, {
    list: SYNTHETIC_LIST,
    openedDay: addDays(today, -90),
    pilot: null,
    thresholds: null,
    sites: sites.map(({ site, domain }) => ({ site, domain })),
  })
  const week = mondayOf(today)
  const cells: NewCell[] = []
  for (const { site } of sites) cells.push(...(await siteCells(db, latestLiveCampaignId, site, week)))
  if (cells.length === 0)
    throw new Error(
      `no sample of campaign ${latestLiveCampaignId} counts: was the machine busy with other work?`,
    )
  await writeRelease(db, {
    list: SYNTHETIC_LIST,
    week,
    releasedAt: `${week}T00:00:00.000Z`,
    rules: FIELD_RULES,
    cells,
    losses: [],
  })
  await closeStudy(db, SYNTHETIC_LIST, today)
  console.log(`${cells.length} made-up curves of ${sites.length} sites`)
}

async function siteCells(db: Database, campaignId: number, site: number, week: string): Promise<NewCell[]> {
  const cells: NewCell[] = []
  for (const [metricIndex, [metric, liveMetric]] of METRICS.entries()) {
    const series = await readSeries(db, { campaignId, site, metric: liveMetric })
    for (const [protocolIndex, proto] of FIELD_PROTOCOLS.entries()) {
      const live = series.find(({ arm }) => arm === FIELD_ARMS[proto])
      const medianMs = live === undefined ? undefined : median([...live.values])
      if (medianMs === undefined) continue
      const seed = mix32(mix32(site, metricIndex), protocolIndex)
      const curve = curveOf(contributors(medianMs, seed))
      if (curve === null) continue
      cells.push({ site, proto, metric, cell: { curve, madeIn: week, frozenSince: null }, members: null })
    }
  }
  return cells
}

function contributors(liveMs: number, seed: number) {
  const random = rng(seed)
  return Array.from({ length: CONTRIBUTORS }, (_, index) => ({
    cidHash: `synthetic-${index}`,
    quarter: '2026Q4',
    valueMs: liveMs * FIELD_FACTOR * Math.exp(FIELD_SIGMA * normalQuantile(0.001 + 0.998 * random())),
    samples: 4,
  }))
}
