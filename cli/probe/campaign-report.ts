import type { BrowserSandbox } from '../../crawler/process/browser-sandbox.ts'
import type { CampaignSite } from '../../db/campaign/campaign-sites.ts'
import { campaignSites } from '../../db/campaign/campaign-sites.ts'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import { type MetricPoint, metricValues } from '../../db/campaign/sample-metrics.ts'
import { type SampleTally, sampleTallies } from '../../db/campaign/sample-tallies.ts'
import { sampleCounts } from '../../db/campaign/samples.ts'
import { sequentialRounds } from '../../db/campaign/sequential-rounds.ts'
import type { Database } from '../../db/connection/database.ts'
import type { Arm } from '../../model/arm.ts'
import { FAILURES } from '../../model/failure-codes.ts'
import { INVALID_REASONS } from '../../model/sample.ts'
import { type ArmComparison, compareArms } from '../../stats/comparison/compare-arms.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { median } from '../../stats/median.ts'
import type { Format } from '../output/format.ts'
import { type Column, csvRecord, textTable } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'

/** Samples that do not count for one reason. */
type LeftOut = Pick<SampleTally, 'reason' | 'samples'>

/** One arm of one site, against the campaign's baseline. */
export interface ArmResult {
  readonly site: string
  readonly arm: Arm
  readonly valid: number
  readonly invalid: number
  readonly failed: number
  readonly pending: number
  /** The invalid and failed ones by reason. */
  readonly leftOut: readonly LeftOut[]
  readonly pltMs: number | null
  readonly towMs: number | null
  /** Null for the baseline itself. */
  readonly comparison: ArmComparison | null
}

/** The arm that the others are compared with: h1 as in the papers, else the first. */
export function baselineOf(arms: readonly Arm[]): Arm | null {
  return arms.includes('h1') ? 'h1' : (arms[0] ?? null)
}

/** The results of a campaign: a row for each site and arm. */
async function campaignResults(db: Database, campaign: CampaignRow): Promise<ArmResult[]> {
  const sites = await campaignSites(db, campaign.id)
  const counts = await sampleCounts(db, campaign.id)
  const tallies = await sampleTallies(db, campaign.id)
  const plt = await metricValues(db, campaign.id, 'plt_ms')
  const tow = await metricValues(db, campaign.id, 'tow_setup_ms')
  return sites.flatMap(({ site, domain, arms: { applied } }) => {
    const baseline = baselineOf(applied)
    const valuesOf = (points: readonly MetricPoint[], arm: Arm): MetricPoint[] =>
      points.filter((point) => point.site === site && point.arm === arm)
    return applied.map((arm): ArmResult => {
      const count = (state: string): number =>
        counts.find((each) => each.site === site && each.arm === arm && each.state === state)?.samples ?? 0
      return {
        site: domain,
        arm,
        valid: count('valid'),
        invalid: count('invalid'),
        failed: count('failed'),
        pending: count('pending'),
        leftOut: tallies
          .filter((tally) => tally.site === site && tally.arm === arm && tally.state !== 'valid')
          .map(({ reason, samples }) => ({ reason, samples })),
        pltMs: median(valuesOf(plt, arm).map(({ value }) => value)) ?? null,
        towMs: median(valuesOf(tow, arm).map(({ value }) => value)) ?? null,
        comparison:
          baseline === null || arm === baseline
            ? null
            : compareArms({
                pairs: pairRounds(valuesOf(plt, baseline), valuesOf(plt, arm)).pairs,
                seed: campaign.seed,
                sequentialRounds: sequentialRounds(campaign),
              }),
      }
    })
  })
}

const whole = (value: number | null): string | null => value?.toFixed(0) ?? null

const COLUMNS: readonly Column<ArmResult>[] = [
  { heading: 'site', cell: ({ site }) => site },
  { heading: 'arm', cell: ({ arm }) => arm },
  { heading: 'n', cell: ({ valid }) => valid, align: 'right' },
  { heading: 'left out', cell: ({ invalid, failed }) => invalid + failed, align: 'right' },
  { heading: 'PLT ms', cell: ({ pltMs }) => whole(pltMs), align: 'right' },
  { heading: 'ToW ms', cell: ({ towMs }) => whole(towMs), align: 'right' },
  { heading: 'gain', cell: ({ comparison }) => comparison?.gain?.toFixed(2) ?? null, align: 'right' },
  { heading: '95 % interval', cell: ({ comparison }) => interval(comparison) },
  { heading: 'autocorr.', cell: ({ comparison }) => autocorrelationText(comparison), align: 'right' },
  { heading: 'verdict', cell: ({ comparison }) => verdict(comparison) },
]

export function interval(comparison: ArmComparison | null): string | null {
  const limits = comparison?.gainInterval
  return limits == null ? null : `${limits[0].toFixed(2)}–${limits[1].toFixed(2)}`
}

/** Lag 1; null without an interval. */
export function autocorrelationText(comparison: ArmComparison | null): string | null {
  return comparison?.autocorrelation?.value.toFixed(2) ?? null
}

export function verdict(comparison: ArmComparison | null): string {
  if (comparison === null) return 'baseline'
  const { couldHaveShownPercent: could, verdict: said } = comparison
  if (said !== 'no difference shown') return said
  return could === null ? said : `${said} (could have shown ${could.toFixed(0)} %)`
}

/** How intervals are made, for the foot of a table. */
export const INTERVAL_NOTE =
  '95 % interval by bootstrap over rounds, wider where rounds\nresemble their neighbours (autocorr. above 0: lag-1 autocorrelation of log ratios).'

/** What makes the intervals of some comparisons wider: a line each for autocorrelation, one for the sequential rule. */
export function intervalNotes(
  compared: readonly { readonly name: string; readonly comparison: ArmComparison | null }[],
): string[] {
  const found = compared.flatMap(({ name, comparison }) =>
    comparison === null ? [] : [{ name, ...comparison }],
  )
  const resembling = found.flatMap(({ name, n, autocorrelation: rho, effectiveRounds }) => {
    if (rho === null || effectiveRounds === null || rho.low <= 0) return []
    const figures = `${rho.value.toFixed(2)}, 95 % interval ${rho.low.toFixed(2)}–${rho.high.toFixed(2)}`
    return `${name}: rounds resemble their neighbours (autocorrelation ${figures}); ${n} count as ${effectiveRounds.toFixed(1)}`
  })
  return found.some(({ intervalRule }) => intervalRule === 'sequential')
    ? [
        ...resembling,
        'Intervals are sequential (--until-ci): they hold at every round at which a site could have ended, from 10 on.',
      ]
    : resembling
}

/** Of the columns interval_rule, autocorrelation, autocorrelation_low, autocorrelation_high, effective_rounds. */
export function independenceCells(
  comparison: ArmComparison | null,
): [string | null, number | null, number | null, number | null, number | null] {
  const { intervalRule = null, autocorrelation: rho = null, effectiveRounds = null } = comparison ?? {}
  return [intervalRule, rho?.value ?? null, rho?.low ?? null, rho?.high ?? null, effectiveRounds]
}

/** Prints the results of a campaign. */
export async function showCampaign(db: Database, campaign: CampaignRow, format: Format): Promise<void> {
  const results = await campaignResults(db, campaign)
  if (format === 'json') return console.log(jsonText({ campaign, results }, 2))
  if (format === 'csv') {
    console.log(
      'site,arm,valid,invalid,failed,pending,plt_ms,tow_setup_ms,rounds,gain,gain_low,gain_high,verdict,could_have_shown_percent,' +
        'interval_rule,autocorrelation,autocorrelation_low,autocorrelation_high,effective_rounds',
    )
    for (const { comparison: c, ...r } of results)
      console.log(
        csvRecord([
          r.site,
          r.arm,
          r.valid,
          r.invalid,
          r.failed,
          r.pending,
          r.pltMs,
          r.towMs,
          c?.n ?? null,
          c?.gain ?? null,
          c?.gainInterval?.[0] ?? null,
          c?.gainInterval?.[1] ?? null,
          c?.verdict ?? null,
          c?.couldHaveShownPercent ?? null,
          ...independenceCells(c),
        ]),
      )
    return
  }
  console.log(`\n${campaignLine(campaign)}\n\n${textTable(results, COLUMNS)}`)
  console.log(
    '\nn: valid samples. PLT: loadEventStart − startTime, ToW: Time on Wire with its set-up; medians. gain: median of the ' +
      `baseline / median of the arm,\nof the rounds both have. ${INTERVAL_NOTE}`,
  )
  for (const line of intervalNotes(
    results.map(({ site, arm, comparison }) => ({ name: `${site} ${arm}`, comparison })),
  ))
    console.log(line)
  for (const line of leftOutLines(results)) console.log(line)
  for (const { domain, arms, state, stateDetail } of await campaignSites(db, campaign.id))
    for (const line of notes({ arms, state, stateDetail })) console.log(`${domain}: ${line}`)
}

const REASONS: Readonly<Record<string, string>> = { ...FAILURES, ...INVALID_REASONS }

/** What is left out of the whole campaign, a line for each reason, the commonest first. */
function leftOutLines(results: readonly ArmResult[]): string[] {
  const byReason = Map.groupBy(
    results.flatMap(({ leftOut }) => leftOut),
    ({ reason }) => reason ?? 'unknown',
  )
  return [...byReason]
    .map(([reason, of]) => ({ reason, samples: of.reduce((sum, { samples }) => sum + samples, 0) }))
    .sort((a, b) => b.samples - a.samples)
    .map(
      ({ reason, samples }) =>
        `left out: ${samples} ${reason}: ${REASONS[reason] ?? 'no reason is recorded'}`,
    )
}

function notes({ arms, state, stateDetail }: Pick<CampaignSite, 'arms' | 'state' | 'stateDetail'>): string[] {
  const left = Object.entries(arms.leftOut).map(([arm, why]) => `no ${arm}: ${why}`)
  return stateDetail === null ? left : [...left, `${state}: ${stateDetail}`]
}

function campaignLine({
  id,
  browserVersion,
  browserKind,
  rounds,
  vantage,
  capture,
  state,
  vantageFacts,
}: CampaignRow): string {
  const where = vantage === null ? '' : ` from ${vantage}`
  return (
    `Campaign ${id}${where}: ${rounds} rounds, ${browserVersion ?? 'no browser yet'}, ${browserKind} browsers, ` +
    `${state}; packets: ${capture ?? 'unknown'}; browser’s sandbox: ${sandboxWord(vantageFacts)}`
  )
}

/** Of the browser's own sandbox, as its processes showed it. */
function sandboxWord(vantageFacts: object | null): 'on' | 'off' | 'unknown' {
  const { browserSandbox } = (vantageFacts ?? {}) as { readonly browserSandbox?: BrowserSandbox }
  if (browserSandbox === undefined) return 'unknown'
  return browserSandbox.on ? 'on' : 'off'
}
