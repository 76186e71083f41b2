import { availableParallelism } from 'node:os'
import type { RunOptions } from '../options/run-options.ts'
import { CONTACT_FROM_SITES, userAgentOf } from '../options/run-settings.ts'
import { countText, minutesText, noteWidth, tableWidth, wrap } from '../output/text.ts'
import type { SelectOptions } from '../survey/select.ts'
import { plannedRatePerS, surveyCostText } from '../survey/survey-cost.ts'
import type { ProbeOptions } from './probe-options.ts'

/** Time of a page of middling size, with opening and recording. */
const LOAD_MS = 3_000

type PlannedOptions = RunOptions & SelectOptions & ProbeOptions & { readonly surveyOnly?: boolean }

/** Milliseconds that the loads of a crawl take, roughly; sites wait for their next round beside each other. */
export function loadsMs({ select, rounds, arms, pause, siteGap }: PlannedOptions): number {
  const loads = select * rounds * arms.length
  return Math.max(loads * (LOAD_MS + pause), (rounds - 1) * siteGap)
}

/** Says what a live crawl of so many sites is about to do, how long it takes, and how it treats the sites. */
export function crawlPlan(
  options: PlannedOptions,
  sites: number,
  width: number = noteWidth(tableWidth(process.stderr)),
  cores: number = availableParallelism(),
): string[] {
  const { concurrency, perAddress, robots, select, rounds, arms, pause, siteGap, contact } = options
  const survey =
    `survey: ${countText(sites, 'site')}, ${surveyCostText(sites, plannedRatePerS(concurrency, cores))}; at most ${concurrency} at once ` +
    `and ${perAddress} of one address; robots.txt is ${robots ? 'respected' : 'not requested'}`
  const loads =
    `loads: up to ${countText(select, 'site')} in Chromium, ${countText(rounds, 'round')} of ${arms.join(', ')}: ` +
    `${select * rounds * arms.length} loads, about ${minutesText(loadsMs(options))}; ${pause / 1_000} s between two ` +
    `loads, at least ${siteGap / 1_000} s between two rounds of one site; 403, 429 and 503 are heeded`
  const agent =
    contact === undefined
      ? `as ${userAgentOf(options)}; --contact URL adds a page about you (needed above ${CONTACT_FROM_SITES} sites)`
      : `as ${userAgentOf(options)}`
  return [
    survey,
    ...(options.surveyOnly === true ? [] : [loads]),
    agent,
    'Ctrl-C stops it, --resume continues it, --survey-only leaves out the loads.',
  ].flatMap((line) => wrap(line, width))
}
