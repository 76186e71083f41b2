import assert from 'node:assert/strict'
import type { Answer } from '../../../server/contract/contract.ts'
import type { Ask } from './asking.ts'
import { LAB_FIGURES } from './lab-figures.ts'
import { LOAD_FIGURES } from './load-figures.ts'
import { firstPage, openingCampaignId, PAGE_FIGURES } from './page-figures.ts'
import type { FoundRow } from './released.ts'
import { assertNear, type Figure, one, only, pick } from './rows.ts'

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
export const FIGURES: Readonly<Record<string, Figure>> = {
  adoption: {
    async compare(rows, ask) {
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
  },
  'adoption-trend': {
    async compare(rows, ask) {
      const { points } = await ask<Answer<'adoptionTrend'>>('/adoption/trend')
      assert.ok(points.length > 0)
      for (const point of points) {
        const { surveyId, vantage } = point
        assertGroup(only(rows, { survey_id: surveyId, vantage }), point)
      }
    },
  },
  'vantage-adoption': {
    async compare(rows, ask) {
      const { points, series } = await ask<Answer<'adoptionTrend'>>('/adoption/trend')
      assert.ok(series.length > 0)
      for (const { list, vantage, surveyIds } of series) {
        const point = points.find(({ surveyId }) => surveyId === surveyIds.at(-1)) ?? assert.fail()
        assertGroup(only(rows, { survey_id: point.surveyId, vantage, list }), point)
      }
      assert.equal(rows.length, series.length * (points[0]?.rows.length ?? 0))
    },
  },
  'adoption-common': {
    async compare(rows, ask) {
      const { series } = await ask<Answer<'adoptionTrend'>>('/adoption/trend')
      assert.ok(series.length > 0)
      for (const { vantage, list, common, points } of series)
        for (const { surveyId, rows: shown } of common === 0 ? [] : points)
          for (const { row, count, unknown, ofCommon } of shown)
            assert.deepEqual(pick(one(rows, { survey_id: surveyId, row, vantage, list }), COMMON_COLUMNS), [
              common,
              count,
              unknown,
              ofCommon?.share,
              ofCommon?.low,
              ofCommon?.high,
            ])
    },
  },
  'adoption-changes': {
    async compare(rows, ask) {
      const { series } = await ask<Answer<'adoptionTrend'>>('/adoption/trend')
      const steps = series.flatMap(({ vantage, list, steps }) =>
        steps.map((step) => ({ ...step, vantage, list })),
      )
      assert.equal(rows.length, steps.flatMap((step) => step.rows).length)
      for (const { beforeId, afterId, vantage, list, rows: shown } of steps)
        for (const { row, change, ...counts } of shown) {
          const found = one(rows, { before_survey_id: beforeId, survey_id: afterId, row, vantage, list })
          const { gained, lost, gainedFlapping, lostFlapping, kept, never, unknown, appeared, disappeared } =
            counts
          assert.deepEqual(pick(found, CHANGE_COLUMNS), [
            ...[gained, lost, gainedFlapping, lostFlapping, kept, never, unknown, appeared, disappeared],
            ...[change?.n ?? 0, change?.difference ?? null],
          ])
          if (change === null) continue
          assertNear(found.difference_low, change.low)
          assertNear(found.difference_high, change.high)
          assertNear(found.detectable, change.detectable)
        }
    },
  },
  'site-changes': {
    async compare(rows, ask) {
      const { total, rows: shown } = await ask<Answer<'changes'>>('/changes?pageSize=500')
      assert.equal(rows.length, total)
      for (const { domain, row, change, surveyId, sinceSurveyId, flapping, list, vantage, sandbox } of shown)
        assert.deepEqual(
          pick(one(rows, { domain, row, survey_id: surveyId, vantage }), [
            ...['change', 'since_survey_id', 'flapping', 'list', 'sandbox'],
          ]),
          [change, sinceSurveyId, flapping, list, sandbox],
        )
    },
  },
  failures: {
    async compare(rows, ask) {
      const surveyId = await openingSurveyId(ask)
      const { failures, h1Notes } = await ask<Answer<'adoption'>>(`/surveys/${surveyId}/adoption`)
      for (const [what, counts] of Object.entries({ ...failures, 'h1 note': h1Notes }))
        assert.deepEqual(
          only(rows, { what }).map(({ code, count }) => ({ code, count })),
          counts,
        )
    },
  },
  ranking: {
    async compare(rows, ask) {
      for (const arm of ARMS) {
        const answer = await openingRanking(ask, arm)
        assert.deepEqual(
          only(rows, { arm }).map((row) =>
            pick(row, ['domain', 'rank', 'n', 'baseline_median', 'arm_median', 'gain']),
          ),
          answer.rows.map((row) => [
            ...[row.domain, row.rank, row.n, row.baselineMedian, row.armMedian, row.gain],
          ]),
        )
      }
    },
  },
  'gain-summary': {
    async compare(rows, ask) {
      for (const arm of ARMS) {
        const { summary } = await openingRanking(ask, arm)
        assert.ok(summary !== null)
        const row = one(rows, { arm })
        const { medianGainInterval, medianSavedInterval } = summary
        assert.deepEqual(
          pick(row, ['n', 'median_gain', 'median_gain_low', 'median_gain_high', 'median_saved']),
          [
            summary.n,
            summary.medianGain,
            medianGainInterval?.low,
            medianGainInterval?.high,
            summary.medianSaved,
          ],
        )
        assert.deepEqual(
          pick(row, ['median_saved_low', 'median_saved_high', 'at_least_one', 'at_least_two']),
          [...[medianSavedInterval?.low, medianSavedInterval?.high, summary.atLeastOne, summary.atLeastTwo]],
        )
        assertNear(row.mean, summary.mean)
        assertNear(row.geometric_mean, summary.geometricMean)
      }
    },
  },
  'lab-gains': {
    async compare(rows, ask) {
      const { labRun } = await ask<Answer<'defaults'>>('/defaults')
      const answer = await ask<Answer<'labGains'>>(`/lab/runs/${labRun.id}/gains?baseline=h1`)
      const shown = answer.rows.filter(({ gain }) => gain !== null)
      assert.equal(rows.length, shown.length)
      for (const { cell, arm, n, baselineMedian, armMedian, gain } of shown)
        assert.deepEqual(pick(one(rows, { cell, arm }), ['n', 'baseline_median', 'arm_median', 'gain']), [
          ...[n, baselineMedian, armMedian, gain],
        ])
    },
  },
  comparisons: {
    async compare(rows, ask) {
      const answer = await ask<Answer<'comparisons'>>(`${await firstPage(ask)}/comparisons?baseline=h1`)
      assert.ok(answer.rows.length > 0)
      for (const shown of answer.rows)
        assert.deepEqual(
          pick(one(rows, { arm: shown.arm }), [
            ...['n', 'baseline_median', 'arm_median', 'gain'],
            ...['reduction_of_means_percent', 'reduction_of_medians_percent'],
          ]),
          [
            ...[shown.n, shown.baselineMedian, shown.armMedian, shown.gain],
            ...[shown.reductionOfMeansPercent, shown.reductionOfMediansPercent],
          ],
        )
    },
  },
  'vantage-gains': {
    async compare(rows, ask) {
      const domain = String(rows[0]?.domain)
      const answer = await ask<Answer<'siteVantages'>>(`/sites/${domain}/vantages?metric=plt_ms&baseline=h1`)
      const shown = answer.rows.filter(({ gain }) => gain !== null)
      assert.deepEqual(
        rows.map((row) =>
          pick(row, [
            ...['domain', 'arm', 'vantage', 'campaign_id', 'site', 'n', 'baseline_median', 'arm_median'],
            ...['gain', 'ratio'],
          ]),
        ),
        shown.map(({ arm, vantage, campaignId, site, n, baselineMedian, armMedian, gain, ratio }) => [
          ...[domain, arm, vantage, campaignId, site, n, baselineMedian, armMedian, gain, ratio],
        ]),
      )
    },
  },
  'heat-map': {
    async compare(rows, ask) {
      const { labRun } = await ask<Answer<'defaults'>>('/defaults')
      for (const arm of ARMS) {
        const answer = await ask<Answer<'heatmap'>>(
          `/lab/runs/${labRun.id}/heatmap?x=rttMs&y=lossFraction&arm=${arm}&baseline=h1`,
        )
        const shown = answer.rows.filter(({ gain }) => gain !== null)
        assert.equal(only(rows, { arm }).length, shown.length)
        for (const { x, y, conditions, n, gain, worst, best } of shown) {
          const row = one(rows, { arm, x: String(x), y: String(y) })
          assert.deepEqual(pick(row, ['conditions', 'n', 'worst', 'best']), [conditions, n, worst, best])
          assertNear(row.gain, gain ?? Number.NaN)
        }
      }
    },
  },
  lines: {
    async compare(rows, ask) {
      const { labRun } = await ask<Answer<'defaults'>>('/defaults')
      const answer = await ask<Answer<'lines'>>(`/lab/runs/${labRun.id}/lines?x=rttMs&baseline=h1`)
      assert.equal(rows.length, answer.rows.length)
      for (const { arm, x, conditions, n, median, gain } of answer.rows) {
        const row = one(rows, { arm, x: String(x) })
        assert.deepEqual(pick(row, ['conditions', 'n']), [conditions, n])
        assertNear(row.median, median ?? Number.NaN)
        if (gain === null) assert.equal(row.gain, null)
        else assertNear(row.gain, gain)
      }
    },
  },
  efficiency: {
    async compare(rows, ask) {
      const { labRun } = await ask<Answer<'defaults'>>('/defaults')
      const answer = await ask<Answer<'efficiency'>>(`/lab/runs/${labRun.id}/efficiency`)
      assert.equal(rows.length, answer.rows.length)
      for (const { cell, arm, n, medianMs, limitMs, efficiency } of answer.rows)
        assert.deepEqual(pick(one(rows, { cell, arm }), ['n', 'median_ms', 'limit_ms', 'efficiency']), [
          ...[n, medianMs, limitMs, efficiency],
        ])
    },
  },
  replay: {
    async compare(rows, ask) {
      const { labRun } = await ask<Answer<'defaults'>>('/defaults')
      const answer = await ask<Answer<'labReplay'>>(`/lab/runs/${labRun.id}/replay`)
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
  },
  field: {
    async compare(rows, ask) {
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
          [
            ...[
              contributors,
              samples,
              medianMs,
              medianInterval?.low ?? null,
              medianInterval?.high ?? null,
              1,
            ],
          ],
        )
      }
    },
  },
  ...PAGE_FIGURES,
  ...LAB_FIGURES,
  ...LOAD_FIGURES,
}
