import { nextRoundWithResult, samplesOfRounds } from '../../db/campaign/sample-pages.ts'
import { sampleTallies } from '../../db/campaign/sample-tallies.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import { countLeftOut } from '../campaign/left-out.ts'
import { findPage, orderArms, subjectColumns, subjectOf } from '../campaign/place.ts'
import { type Answer, type Arm, type MetricName, PHASES, type Request } from '../contract/contract.ts'
import { csvTable } from '../http/csv.ts'
import type { Context } from '../request/context.ts'
import type { Reply, ToCsv } from '../request/handler.ts'

const TABLE = [0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99] as const

const NOTHING = new Float64Array(0)

export async function cdf(context: Context, { params, query }: Request<'cdf'>): Promise<Reply<'cdf'>> {
  const subject = subjectOf(await findPage(context, params))
  const { campaignId, site } = subject
  const series = await context.series.read({ campaignId, site, metric: query.metric })
  const tallies = await sampleTallies(context.db, campaignId, site)
  const p = Array.from({ length: query.points }, (_, index) => index / (query.points - 1))
  const arms = orderArms([...series, ...tallies].map(({ arm }) => arm)).map((arm) => {
    const sorted = series.find((one) => one.arm === arm)?.sorted ?? NOTHING
    return {
      arm,
      n: sorted.length,
      leftOut: countLeftOut(tallies, arm, sorted.length),
      min: sorted[0] ?? null,
      max: sorted.at(-1) ?? null,
      values: p.flatMap((share) => quantileOfSorted(sorted, share) ?? []),
      table: TABLE.flatMap((share) => {
        const value = quantileOfSorted(sorted, share)
        return value === undefined ? [] : [{ p: share, value }]
      }),
    }
  })
  return { answer: { ...subject, metric: query.metric, p, arms } }
}

export const cdfCsv: ToCsv<'cdf'> = ({ metric, p, arms, ...subject }) => {
  const rows = arms.flatMap(({ arm, n, leftOut, values }) => {
    const left = leftOut.reduce((sum, { count }) => sum + count, 0)
    return values.map((value, index) => ({ arm, n, left, p: p[index] ?? null, value }))
  })
  return csvTable<(typeof rows)[number]>(rows, {
    ...subjectColumns(subject),
    arm: (row) => row.arm,
    n: (row) => row.n,
    left_out: (row) => row.left,
    p: (row) => row.p,
    [metric]: (row) => row.value,
  })
}

interface Summary {
  readonly metric: MetricName
  readonly arm: Arm
  readonly n: number
  readonly mean: number
  readonly median: number | null
}

/** Several metrics of a site, by arm, in the order given; undefined where an arm has no value. */
async function summaries(
  context: Context,
  place: { readonly campaignId: number; readonly site: number },
  metrics: readonly MetricName[],
): Promise<{ readonly arm: Arm; readonly summaries: readonly (Summary | undefined)[] }[]> {
  const found: Summary[] = []
  for (const metric of metrics)
    for (const { arm, sorted } of await context.series.read({ ...place, metric }))
      found.push({
        metric,
        arm,
        n: sorted.length,
        mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
        median: quantileOfSorted(sorted, 0.5) ?? null,
      })
  return orderArms(found.map(({ arm }) => arm)).map((arm) => ({
    arm,
    summaries: metrics.map((metric) => found.find((one) => one.arm === arm && one.metric === metric)),
  }))
}

export async function phases(context: Context, { params }: Request<'phases'>): Promise<Reply<'phases'>> {
  const subject = subjectOf(await findPage(context, params))
  const { campaignId, site } = subject
  const found = await summaries(
    context,
    { campaignId, site },
    PHASES.map((phase) => `phase_ms.${phase}` as const),
  )
  const arms = found.map(({ arm, summaries: byIndex }) => ({
    arm,
    phases: PHASES.map((phase, index) => ({
      phase,
      n: byIndex[index]?.n ?? 0,
      meanMs: byIndex[index]?.mean ?? null,
      medianMs: byIndex[index]?.median ?? null,
    })),
  }))
  return { answer: { ...subject, arms } }
}

export const phasesCsv: ToCsv<'phases'> = ({ arms, ...subject }) => {
  const rows = arms.flatMap(({ arm, phases: all }) => all.map((phase) => ({ arm, ...phase })))
  return csvTable<(typeof rows)[number]>(rows, {
    ...subjectColumns(subject),
    arm: (row) => row.arm,
    phase: (row) => row.phase,
    n: (row) => row.n,
    mean_ms: (row) => row.meanMs,
    median_ms: (row) => row.medianMs,
  })
}

const PROTOCOLS = ['h1', 'h2', 'h3'] as const

export async function protocols(
  context: Context,
  { params }: Request<'protocols'>,
): Promise<Reply<'protocols'>> {
  const subject = subjectOf(await findPage(context, params))
  const { campaignId, site } = subject
  const found = await summaries(
    context,
    { campaignId, site },
    PROTOCOLS.map((protocol) => `share_${protocol}` as const),
  )
  const arms = found.map(({ arm, summaries: byIndex }) => ({
    arm,
    shares: PROTOCOLS.map((protocol, index) => ({
      protocol,
      n: byIndex[index]?.n ?? 0,
      mean: byIndex[index]?.mean ?? null,
      median: byIndex[index]?.median ?? null,
    })),
  }))
  return { answer: { ...subject, arms } }
}

export const protocolsCsv: ToCsv<'protocols'> = ({ arms, ...subject }) => {
  const rows = arms.flatMap(({ arm, shares }) => shares.map((share) => ({ arm, ...share })))
  return csvTable<(typeof rows)[number]>(rows, {
    ...subjectColumns(subject),
    arm: (row) => row.arm,
    protocol: (row) => row.protocol,
    n: (row) => row.n,
    mean_share: (row) => row.mean,
    median_share: (row) => row.median,
  })
}

export async function series(
  context: Context,
  { params, query }: Request<'series'>,
): Promise<Reply<'series'>> {
  const subject = subjectOf(await findPage(context, params))
  const { campaignId, site } = subject
  const { metric, from, rounds } = query
  const measured = await samplesOfRounds(context.db, { campaignId, site, metric, from, to: from + rounds })
  const points = measured.flatMap(({ sample, value }): Answer<'series'>['points'] => {
    const { id, arm, round, startedAt, state, reason } = sample
    return state === 'pending' ? [] : [{ arm, round, sampleId: id, startedAt, state, reason, value }]
  })
  const nextRound = await nextRoundWithResult(context.db, { campaignId, site, from: from + rounds })
  return { answer: { ...subject, metric, fromRound: from, nextRound, points } }
}

export const seriesCsv: ToCsv<'series'> = ({ metric, points, ...subject }) =>
  csvTable<(typeof points)[number]>(points, {
    ...subjectColumns(subject),
    arm: (row) => row.arm,
    round: (row) => row.round,
    sample_id: (row) => row.sampleId,
    started_at: (row) => row.startedAt,
    state: (row) => row.state,
    reason: (row) => row.reason,
    [metric]: (row) => row.value,
  })
