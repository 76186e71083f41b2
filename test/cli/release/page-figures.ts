import assert from 'node:assert/strict'
import type { Answer, PageFacts } from '../../../server/contract/contract.ts'
import type { Ask } from './asking.ts'
import { assertEach, type Compare, one, only, pick } from './rows.ts'

export async function openingCampaignId(ask: Ask): Promise<number> {
  const { campaign } = await ask<Answer<'defaults'>>('/defaults')
  return campaign.id ?? assert.fail('the dashboard opens with no campaign')
}

export async function firstPage(ask: Ask): Promise<string> {
  return `/campaigns/${await openingCampaignId(ask)}/sites/0`
}

/** Medians by the metric that they are of. */
const factsOf = (row: PageFacts): readonly (readonly [metric: string, median: number | null])[] => [
  ['requests', row.requests],
  ['har_bytes', row.sizeBytes],
  ['domains', row.domains],
  ['servers', row.servers],
  ...([1, 2, 3, 4, 5] as const).map((hosts) => [`share_top${hosts}`, row[`shareTop${hosts}`]] as const),
  ['initial_window', row.initialWindow],
  ['rtt_min_ms', row.rttMinMs],
  ['rtt_median_ms', row.rttMedianMs],
  ['rtt_max_ms', row.rttMaxMs],
]

const SHARES = [0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]

/** By the name of the query: of a page, and of the pages of a campaign. */
export const PAGE_FIGURES: Readonly<Record<string, Compare>> = {
  distribution: async (rows, ask) => {
    const answer = await ask<Answer<'cdf'>>(`${await firstPage(ask)}/cdf?metric=plt_ms`)
    for (const { arm, n, min, max, p05, p25, p50, p75, p90, p95, p99 } of answer.rows)
      assert.deepEqual(
        only(rows, { arm }).map((row) => pick(row, ['n', 'min', 'max', 'p', 'value'])),
        n === 0
          ? []
          : [p05, p25, p50, p75, p90, p95, p99].map((value, index) => [n, min, max, SHARES[index], value]),
      )
  },
  series: async (rows, ask) => {
    const answer = await ask<Answer<'series'>>(`${await firstPage(ask)}/series?metric=plt_ms`)
    assert.equal(rows.length, answer.rows.length)
    const same = ['arm', 'round', 'state', 'reason', 'value']
    assertEach(rows, answer.rows, { by: ['sample_id'], same })
  },
  phases: async (rows, ask) => {
    const answer = await ask<Answer<'phases'>>(`${await firstPage(ask)}/phases`)
    const shown = answer.rows.map(({ phase, meanMs, medianMs, ...row }) => ({
      ...{ ...row, metric: `phase_ms.${phase}`, mean: meanMs, median: medianMs },
    }))
    assertEach(rows, shown, { by: ['arm', 'metric'], same: ['n', 'mean', 'median'] })
  },
  protocols: async (rows, ask) => {
    const answer = await ask<Answer<'protocols'>>(`${await firstPage(ask)}/protocols`)
    const shown = answer.rows.map(({ protocol, meanShare, medianShare, ...row }) => ({
      ...{ ...row, metric: `share_${protocol}`, mean: meanShare, median: medianShare },
    }))
    assertEach(rows, shown, { by: ['arm', 'metric'], same: ['n', 'mean', 'median'] })
  },
  composition: async (rows, ask) => {
    const campaignId = await openingCampaignId(ask)
    const { arms } = await ask<Answer<'compositionCdf'>>(
      `/campaigns/${campaignId}/composition/cdf?metric=domains`,
    )
    for (const { arm, n, min, max, table } of arms)
      assert.deepEqual(
        only(rows, { arm }).map((row) => pick(row, ['n', 'min', 'max', 'p', 'value'])),
        table.map(({ p, value }) => [n, min, max, p, value]),
      )
  },
  'median-loads': async (rows, ask) => {
    const page = await firstPage(ask)
    const { arms } = await ask<Answer<'waterfalls'>>(`${page}/waterfalls`)
    const shown = arms.filter(({ sampleId }) => sampleId !== null)
    assert.equal(rows.length, shown.length)
    for (const { arm, sampleId, har } of shown) {
      const row = one(rows, { arm })
      assert.equal(row.sample_id, sampleId)
      if (!har) continue
      const { round, chosenBy, value, n, marks } = await ask<Answer<'waterfall'>>(
        `${page}/waterfall?arm=${arm}`,
      )
      assert.deepEqual(pick(row, ['round', 'chosen_by', 'value', 'n']), [round, chosenBy, value, n])
      // No page that sends itself on: of one the dashboard's marks are later by the time that it takes to.
      assert.deepEqual(pick(row, ['ttfb_ms', 'fcp_ms', 'lcp_ms', 'dcl_ms', 'plt_ms']), [
        ...[marks.ttfbMs, marks.fcpMs, marks.lcpMs, marks.dclMs, marks.loadMs],
      ])
    }
  },
  'page-facts': async (rows, ask) => {
    const campaign = `/campaigns/${await openingCampaignId(ask)}`
    const path = `${campaign}/composition?pageSize=500`
    const { arms } = await ask<Answer<'composition'>>(path)
    let compared = 0
    for (const arm of arms)
      for (const row of (await ask<Answer<'composition'>>(`${path}&arm=${arm}`)).rows) {
        const { site, domain, rank } = row
        const ofSite = await ask<Answer<'siteComposition'>>(
          `${campaign}/sites/${site}/composition?arm=${arm}`,
        )
        assert.deepEqual(factsOf(ofSite), factsOf(row))
        for (const [metric, median] of [
          ...factsOf(row),
          ['connections', row.connections[arm] ?? null] as const,
        ]) {
          const found = only(rows, { site, arm, metric })
          assert.deepEqual(
            found.map((each) => pick(each, ['domain', 'rank', 'median'])),
            median === null ? [] : [[domain, rank, median]],
          )
          compared += found.length
        }
      }
    assert.equal(rows.length, compared)
  },
}
