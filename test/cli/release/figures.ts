import assert from 'node:assert/strict'
import type { Answer } from '../../../server/contract/contract.ts'
import type { Ask } from './asking.ts'
import { LAB_FIGURES, newestLabRun } from './lab-figures.ts'
import { LOAD_FIGURES } from './load-figures.ts'
import { firstPage, openingCampaignId, PAGE_FIGURES } from './page-figures.ts'
import type { FoundRow } from './released.ts'
import { assertEach, assertNear, type Compare, one, only, pick } from './rows.ts'

type Group = Pick<Answer<'adoption'>, 'n' | 'reachable' | 'rows'>

const GROUP_COLUMNS = [
  ...['sites', 'reachable', 'count', 'unknown', 'reachable_count', 'reachable_unknown', 'share', 'share_low'],
  ...['share_high', 'reachable_share', 'reachable_low', 'reachable_high'],
]

const COMMON_COLUMNS = ['common_sites', 'count', 'unknown', 'share', 'share_low', 'share_high']
const CHANGE_COLUMNS = [
  ...[
    'gained',
    'lost',
    'gained_flapping',
    'lost_flapping',
    'kept',
    'never',
    'unknown',
    'appeared',
    'disappeared',
  ],
  ...['known', 'difference'],
]

function assertGroup(rows: readonly FoundRow[], group: Group): void {
  assert.equal(rows.length, group.rows.length)
  for (const { row, count, unknown, reachableCount, reachableUnknown, ofAll, ofReachable } of group.rows)
    assert.deepEqual(pick(one(rows, { row }), GROUP_COLUMNS), [
      ...[group.n, group.reachable, count, unknown, reachableCount, reachableUnknown],
      ...[ofAll?.share ?? null, ofAll?.low ?? null, ofAll?.high ?? null],
      ...[ofReachable?.share ?? null, ofReachable?.low ?? null, ofReachable?.high ?? null],
    ])
}

async function openingSurveyId(ask: Ask): Promise<number> {
  const { survey } = await ask<Answer<'defaults'>>('/defaults')
  return survey.id ?? assert.fail('the dashboard opens with no survey')
}

async function openingRanking(ask: Ask, arm: string): Promise<Answer<'ranking'>> {
  return await ask<Answer<'ranking'>>(
    `/ranking?arm=${arm}&baseline=h1&campaign=${await openingCampaignId(ask)}`,
  )
}

const ARMS = ['h2', 'h3'] as const

/** By the name of the query. */
export const FIGURES: Readonly<Record<string, Compare>> = {
  adoption: async (rows, ask) => {
    const answer = await ask<Answer<'adoption'>>(`/surveys/${await openingSurveyId(ask)}/adoption`)
    const groups: (readonly [FoundRow, Group])[] = [
      [{ group: 'all', name: null }, answer],
      ...answer.buckets.map((part) => [{ group: 'rank', name: `${part.from}-${part.to}` }, part] as const),
      ...answer.cdns.map((part) => [{ group: 'cdn', name: part.name }, part] as const),
      ...answer.servers.map((part) => [{ group: 'server', name: part.name }, part] as const),
      ...answer.stacks.map((part) => [{ group: 'stack', name: part.name }, part] as const),
      ...answer.h3Stacks.map((part) => [{ group: 'h3 stack', name: part.name }, part] as const),
    ]
    for (const [wanted, group] of groups) assertGroup(only(rows, wanted), group)
    assert.equal(rows.length, groups.length * answer.rows.length)
  },
  'adoption-trend': async (rows, ask) => {
    const { points } = await ask<Answer<'adoptionTrend'>>('/adoption/trend')
    assert.ok(points.length > 0)
    for (const point of points) {
      const { surveyId, vantage } = point
      assertGroup(only(rows, { survey_id: surveyId, vantage }), point)
    }
  },
  'vantage-adoption': async (rows, ask) => {
    const { points, series } = await ask<Answer<'adoptionTrend'>>('/adoption/trend')
    assert.ok(series.length > 0)
    for (const { list, vantage, surveyIds } of series) {
      const point = points.find(({ surveyId }) => surveyId === surveyIds.at(-1)) ?? assert.fail()
      assertGroup(only(rows, { survey_id: point.surveyId, vantage, list }), point)
    }
    assert.equal(rows.length, series.length * (points[0]?.rows.length ?? 0))
  },
  'adoption-common': async (rows, ask) => {
    const { series } = await ask<Answer<'adoptionTrend'>>('/adoption/trend')
    assert.ok(series.length > 0)
    for (const { vantage, list, common, points } of series)
      for (const { surveyId, rows: shown } of common === 0 ? [] : points)
        for (const { row, count, unknown, ofCommon } of shown)
          assert.deepEqual(pick(one(rows, { survey_id: surveyId, row, vantage, list }), COMMON_COLUMNS), [
            common,
            count,
            unknown,
            ofCommon?.share ?? null,
            ofCommon?.low ?? null,
            ofCommon?.high ?? null,
          ])
  },
  'adoption-changes': async (rows, ask) => {
    const { series } = await ask<Answer<'adoptionTrend'>>('/adoption/trend')
    const shown = series.flatMap(({ vantage, list, steps }) =>
      steps.flatMap(({ beforeId, afterId, rows: changed }) =>
        changed.map(({ change, ...row }) => ({
          ...{
            ...row,
            vantage,
            list,
            beforeSurveyId: beforeId,
            surveyId: afterId,
            detectable: change?.detectable,
          },
          ...{ known: change?.n ?? 0, difference: change && { ...change, value: change.difference } },
        })),
      ),
    )
    assert.equal(rows.length, shown.length)
    const by = ['before_survey_id', 'survey_id', 'row', 'vantage', 'list']
    assertEach(rows, shown, { by, same: CHANGE_COLUMNS })
    const changed = shown.filter(({ difference }) => difference !== null)
    assertEach(rows, changed, { by, same: [], near: ['difference_low', 'difference_high', 'detectable'] })
  },
  'site-changes': async (rows, ask) => {
    const answer = await ask<Answer<'changes'>>('/changes?pageSize=500')
    assert.equal(rows.length, answer.total)
    assertEach(rows, answer.rows, {
      by: ['domain', 'row', 'survey_id', 'vantage'],
      same: ['change', 'since_survey_id', 'flapping', 'list', 'sandbox'],
    })
  },
  failures: async (rows, ask) => {
    const surveyId = await openingSurveyId(ask)
    const { failures, h1Notes } = await ask<Answer<'adoption'>>(`/surveys/${surveyId}/adoption`)
    for (const [what, counts] of Object.entries({ ...failures, 'h1 note': h1Notes }))
      assert.deepEqual(
        only(rows, { what }).map(({ code, count }) => ({ code, count })),
        counts,
      )
  },
  ranking: async (rows, ask) => {
    for (const arm of ARMS) {
      const answer = await openingRanking(ask, arm)
      const found = only(rows, { arm })
      assert.deepEqual(
        found.map(({ domain }) => domain),
        answer.rows.map(({ domain }) => domain),
      )
      const same = ['rank', 'n', 'baseline_median', 'arm_median', 'gain']
      assertEach(found, answer.rows, { by: ['domain'], same })
    }
  },
  'gain-summary': async (rows, ask) => {
    for (const arm of ARMS) {
      const { summary } = await openingRanking(ask, arm)
      assert.ok(summary !== null)
      const { medianGain, medianGainInterval, medianSaved, medianSavedInterval } = summary
      const shown = {
        ...{ ...summary, arm, medianGain: { value: medianGain, ...medianGainInterval } },
        medianSaved: { value: medianSaved, ...medianSavedInterval },
      }
      assertEach(rows, [shown], {
        by: ['arm'],
        same: [
          ...['n', 'median_gain', 'median_gain_low', 'median_gain_high', 'median_saved'],
          ...['median_saved_low', 'median_saved_high', 'at_least_one', 'at_least_two'],
        ],
        near: ['mean', 'geometric_mean'],
      })
    }
  },
  'lab-gains': async (rows, ask) => {
    const answer = await ask<Answer<'labGains'>>(`${await newestLabRun(ask)}/gains?baseline=h1`)
    const shown = answer.rows.filter(({ gain }) => gain !== null)
    assert.equal(rows.length, shown.length)
    assertEach(rows, shown, { by: ['cell', 'arm'], same: ['n', 'baseline_median', 'arm_median', 'gain'] })
  },
  comparisons: async (rows, ask) => {
    const answer = await ask<Answer<'comparisons'>>(`${await firstPage(ask)}/comparisons?baseline=h1`)
    assert.ok(answer.rows.length > 0)
    const reductions = ['reduction_of_means_percent', 'reduction_of_medians_percent']
    const same = ['n', 'baseline_median', 'arm_median', 'gain', ...reductions]
    assertEach(rows, answer.rows, { by: ['arm'], same })
  },
  'vantage-gains': async (rows, ask) => {
    const domain = String(rows[0]?.domain)
    const answer = await ask<Answer<'siteVantages'>>(`/sites/${domain}/vantages?metric=plt_ms&baseline=h1`)
    const shown = answer.rows.filter(({ gain }) => gain !== null)
    assert.deepEqual(
      rows.map((row) => [row.arm, row.vantage]),
      shown.map(({ arm, vantage }) => [arm, vantage]),
    )
    const gains = ['n', 'baseline_median', 'arm_median', 'gain', 'ratio']
    assertEach(only(rows, { domain }), shown, {
      by: ['arm', 'vantage'],
      same: ['campaign_id', 'site', ...gains],
    })
  },
  'heat-map': async (rows, ask) => {
    const run = await newestLabRun(ask)
    for (const arm of ARMS) {
      const path = `${run}/heatmap?x=rttMs&y=lossFraction&arm=${arm}&baseline=h1`
      const answer = await ask<Answer<'heatmap'>>(path)
      const shown = answer.rows.filter(({ gain }) => gain !== null)
      const found = only(rows, { arm })
      assert.equal(found.length, shown.length)
      const named = shown.map((row) => ({ ...row, x: String(row.x), y: String(row.y) }))
      assertEach(found, named, { by: ['x', 'y'], same: ['conditions', 'n', 'worst', 'best'], near: ['gain'] })
    }
  },
  lines: async (rows, ask) => {
    const answer = await ask<Answer<'lines'>>(`${await newestLabRun(ask)}/lines?x=rttMs&baseline=h1`)
    assert.equal(rows.length, answer.rows.length)
    const named = answer.rows.map((row) => ({ ...row, x: String(row.x) }))
    assertEach(rows, named, { by: ['arm', 'x'], same: ['conditions', 'n'], near: ['median', 'gain'] })
  },
  efficiency: async (rows, ask) => {
    const answer = await ask<Answer<'efficiency'>>(`${await newestLabRun(ask)}/efficiency`)
    assert.equal(rows.length, answer.rows.length)
    const same = ['n', 'median_ms', 'limit_ms', 'efficiency']
    assertEach(rows, answer.rows, { by: ['cell', 'arm'], same })
  },
  replay: async (rows, ask) => {
    const answer = await ask<Answer<'labReplay'>>(`${await newestLabRun(ask)}/replay`)
    const shown = answer.rows.filter(({ fidelity }) => fidelity !== null)
    for (const { cell, arm, fidelity } of shown) {
      const median = (metric: string) => one(rows, { cell, arm, metric }).median
      assert.deepEqual(
        [
          median('replay_hits'),
          median('replay_misses'),
          median('replay_spares'),
          median('replay_byte_share'),
        ],
        [fidelity?.hits, fidelity?.misses, fidelity?.spares, fidelity?.byteShare],
      )
      assert.equal(1 - Number(median('replay_miss_share')), fidelity?.shareAnswered)
      assert.equal(median('replay_waited_ms'), fidelity?.waitedMs)
    }
    if (shown.length === 0) assert.deepEqual(rows, [])
  },
  field: async (rows, ask) => {
    const domain = String(rows[0]?.domain)
    const { field } = await ask<Answer<'fieldSite'>>(`/field/sites/${domain}?metric=load`)
    assert.ok(field.length > 0)
    for (const { protocol, contributors, samples, medianMs, medianInterval, bins } of field) {
      const curve = only(rows, { proto: protocol })
      assert.deepEqual(
        curve.map((row) => row.contributors_in_bin),
        bins.map((bin) => bin.contributors),
      )
      for (const [index, { toMs }] of bins.entries()) assertNear(curve[index]?.to_ms, toMs)
      assert.deepEqual(
        pick(curve.at(-1) ?? {}, ['contributors', 'samples', 'median_ms', 'low_ms', 'high_ms', 'share']),
        [...[contributors, samples, medianMs, medianInterval?.low ?? null, medianInterval?.high ?? null, 1]],
      )
    }
  },
  ...PAGE_FIGURES,
  ...LAB_FIGURES,
  ...LOAD_FIGURES,
}
