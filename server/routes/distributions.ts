import { nextRoundWithResult, samplesOfRounds } from '../../db/campaign/sample-pages.ts'
import { sampleTallies } from '../../db/campaign/sample-tallies.ts'
import { PROTOCOLS } from '../../figures/protocols.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import { countLeftOut } from '../campaign/left-out.ts'
import { findPage, orderArms, subjectOf } from '../campaign/place.ts'
import type { SortedSeries } from '../comparisons/sorted-series.ts'
import { type MetricName, PHASES, type Series } from '../contract/contract.ts'
import type { Context } from '../request/context.ts'
import type { Handler } from '../request/handler.ts'

const NOTHING = { n: 0, mean: null, sorted: new Float64Array(0) }

export const cdf: Handler<'cdf'> = async (context, { params, query }) => {
  const subject = subjectOf(await findPage(context, params))
  const { campaignId, site } = subject
  const series = await context.series.read({ campaignId, site, metric: query.metric })
  const tallies = await sampleTallies(context.db, campaignId, site)
  const p = Array.from({ length: query.points }, (_, index) => index / (query.points - 1))
  const rows = orderArms([...series, ...tallies].map(({ arm }) => arm)).map((arm) => {
    const { n, sorted } = series.find((one) => one.arm === arm) ?? NOTHING
    const quantile = (share: number) => quantileOfSorted(sorted, share) ?? null
    return {
      arm,
      n,
      leftOut: countLeftOut(tallies, arm, n),
      min: sorted[0] ?? null,
      max: sorted.at(-1) ?? null,
      values: p.flatMap((share) => quantileOfSorted(sorted, share) ?? []),
      ...{ p05: quantile(0.05), p25: quantile(0.25), p50: quantile(0.5), p75: quantile(0.75) },
      ...{ p90: quantile(0.9), p95: quantile(0.95), p99: quantile(0.99) },
    }
  })
  return { answer: { ...subject, metric: query.metric, p, rows } }
}

/** Mean and median of the metrics of several words under each arm, both in the order given; null where there is no value. */
async function summaries<Word>(
  context: Context,
  place: { readonly campaignId: number; readonly site: number },
  words: readonly Word[],
  metricOf: (word: Word) => MetricName,
) {
  const found: { readonly word: Word; readonly series: readonly SortedSeries[] }[] = []
  for (const word of words)
    found.push({ word, series: await context.series.read({ ...place, metric: metricOf(word) }) })
  return orderArms(found.flatMap(({ series }) => series.map(({ arm }) => arm))).flatMap((arm) =>
    found.map(({ word, series }) => {
      const { n, mean, sorted } = series.find((one) => one.arm === arm) ?? NOTHING
      return { arm, word, n, mean, median: quantileOfSorted(sorted, 0.5) ?? null }
    }),
  )
}

export const phases: Handler<'phases'> = async (context, { params }) => {
  const subject = subjectOf(await findPage(context, params))
  const found = await summaries(context, subject, PHASES, (phase) => `phase_ms.${phase}` as const)
  const rows = found.map(({ arm, word, n, mean, median }) => ({
    ...{ arm, phase: word, n, meanMs: mean, medianMs: median },
  }))
  return { answer: { ...subject, rows } }
}

export const protocols: Handler<'protocols'> = async (context, { params }) => {
  const subject = subjectOf(await findPage(context, params))
  const found = await summaries(context, subject, PROTOCOLS, (protocol) => `share_${protocol}` as const)
  const rows = found.map(({ arm, word, n, mean, median }) => ({
    ...{ arm, protocol: word, n, meanShare: mean, medianShare: median },
  }))
  return { answer: { ...subject, rows } }
}

export const series: Handler<'series'> = async (context, { params, query }) => {
  const subject = subjectOf(await findPage(context, params))
  const { campaignId, site } = subject
  const { metric, from, rounds } = query
  const measured = await samplesOfRounds(context.db, { campaignId, site, metric, from, to: from + rounds })
  const rows = measured.flatMap(({ sample, value }): Series['rows'] => {
    const { id, arm, round, startedAt, state, reason } = sample
    return state === 'pending' ? [] : [{ arm, round, sampleId: id, startedAt, state, reason, value }]
  })
  const nextRound = await nextRoundWithResult(context.db, { campaignId, site, from: from + rounds })
  return { answer: { ...subject, metric, fromRound: from, nextRound, rows } }
}
