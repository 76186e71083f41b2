import type { BrowserSandbox } from '../../crawler/process/browser-sandbox.ts'
import type { CampaignSite } from '../../db/campaign/campaign-sites.ts'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import { takesFilmstrips } from '../../db/campaign/filmstrips.ts'
import { FAILURES } from '../../model/failure-codes.ts'
import { INVALID_REASONS } from '../../model/sample.ts'
import {
  autocorrelationText,
  detectableText,
  gainText,
  INTERVAL_NOTE,
  intervalNotes,
  limitsText,
  verdictText,
} from '../output/comparison-text.ts'
import { type Column, textTable } from '../output/table.ts'
import { countText, lineWidth, noteWidth, wrap } from '../output/text.ts'
import { repeatsText, unfinishedText } from './busy-text.ts'
import type { ArmResult } from './campaign-results.ts'

const whole = (value: number | null): string | null => value?.toFixed(0) ?? null

const COLUMNS: readonly Column<ArmResult>[] = [
  { heading: 'site', cell: ({ site }) => site },
  { heading: 'arm', cell: ({ arm }) => arm },
  { heading: 'n', cell: ({ valid }) => valid, align: 'right' },
  { heading: 'left out', cell: ({ invalid, failed }) => invalid + failed, align: 'right' },
  { heading: 'PLT ms', cell: ({ pltMs }) => whole(pltMs), align: 'right' },
  { heading: 'ToW ms', cell: ({ towMs }) => whole(towMs), align: 'right', optional: true },
  { heading: 'rounds', cell: ({ comparison }) => comparison?.n ?? null, align: 'right', optional: true },
  { heading: 'gain', cell: ({ comparison }) => gainText(comparison), align: 'right' },
  {
    heading: '95 % interval',
    cell: ({ comparison }) => limitsText(comparison?.gainInterval),
    align: 'right',
  },
  {
    heading: 'detects',
    cell: ({ comparison }) => detectableText(comparison),
    align: 'right',
    optional: 'last',
  },
  {
    heading: 'autocorr.',
    cell: ({ comparison }) => autocorrelationText(comparison),
    align: 'right',
    optional: true,
  },
  { heading: 'verdict', cell: ({ comparison }) => verdictText(comparison) },
]

/** The results of a campaign for people: a table, and what it leaves out. */
export function campaignLines(
  campaign: CampaignRow,
  results: readonly ArmResult[],
  sites: readonly CampaignSite[],
  width: number | null,
  lackingLoads = 0,
): string[] {
  const compared = results.map(({ site, arm, comparison }) => ({ name: `${site} ${arm}`, comparison }))
  const unfinished = unfinishedText(lackingLoads, results)
  const repeats = repeatsText(results)
  return [
    '',
    ...(unfinished === null ? [] : [...wrap(unfinished, lineWidth(width)), '']),
    ...wrap(campaignLine(campaign), lineWidth(width)),
    '',
    textTable(results, COLUMNS, width),
    '',
    ...wrap(
      'n: valid samples. PLT: loadEventStart − startTime, ToW: Time on Wire with its set-up; medians. gain: median of ' +
        `the baseline / median of the arm, of the rounds both have. ${INTERVAL_NOTE}`,
      noteWidth(width),
    ),
    ...intervalNotes(compared),
    ...(repeats === null
      ? []
      : wrap(
          `repeated: ${repeats}, since a load of them met a busy machine; n and left out count the last time alone`,
          lineWidth(width),
        )),
    ...leftOutLines(results),
    ...sites.flatMap((site) => notes(site).map((line) => `${site.domain}: ${line}`)),
  ]
}

const REASONS: Readonly<Record<string, string>> = { ...FAILURES, ...INVALID_REASONS }

/** Lists what is left out of the whole campaign, a line for each reason, the commonest first. */
function leftOutLines(results: readonly ArmResult[]): string[] {
  const byReason = Map.groupBy(
    results.flatMap(({ leftOut }) => leftOut),
    ({ reason }) => reason ?? 'unknown',
  )
  return [...byReason]
    .map(([reason, group]) => ({ reason, samples: group.reduce((sum, { samples }) => sum + samples, 0) }))
    .sort((a, b) => b.samples - a.samples)
    .map(
      ({ reason, samples }) =>
        `left out: ${samples} ${reason}: ${REASONS[reason] ?? 'no reason is recorded'}`,
    )
}

function notes({ arms, state, stateDetail }: Pick<CampaignSite, 'arms' | 'state' | 'stateDetail'>): string[] {
  const left = Object.entries(arms.leftOut).map(([arm, reason]) => `no ${arm}: ${reason}`)
  return stateDetail === null ? left : [...left, `${state}: ${stateDetail}`]
}

function campaignLine(campaign: CampaignRow): string {
  const { id, browserVersion, browserKind, rounds, vantage, capture, state, vantageFacts } = campaign
  const where = vantage === null ? '' : ` from ${vantage}`
  const screenshots = takesFilmstrips(campaign) ? '; with screenshots, which can slow the loads' : ''
  return (
    `Campaign ${id}${where}: ${countText(rounds, 'round')}, ${browserVersion ?? 'no browser yet'}, ${browserKind} browsers, ` +
    `${state}; packets: ${capture ?? 'unknown'}; browser’s sandbox: ${sandboxWord(vantageFacts)}${filterWord(campaign)}${screenshots}`
  )
}

/** Words the filter that keeps pages from this network; nothing where the network is the user's own. */
function filterWord({ sandbox, vantageFacts }: CampaignRow): string {
  if (sandbox) return ''
  const { egressFilter, unconfined } = (vantageFacts ?? {}) as {
    readonly egressFilter?: string | null
    readonly unconfined?: boolean
  }
  // A run without stays known when another one with a filter continues it.
  if (unconfined === true) return '; unconfined: without a packet filter'
  return `; packet filter: ${egressFilter ?? (egressFilter === null ? 'none' : 'unknown')}`
}

/** Words the browser's own sandbox, as its processes showed it. */
function sandboxWord(vantageFacts: object | null): 'on' | 'off' | 'unknown' {
  const { browserSandbox } = (vantageFacts ?? {}) as { readonly browserSandbox?: BrowserSandbox }
  if (browserSandbox === undefined) return 'unknown'
  return browserSandbox.on ? 'on' : 'off'
}
