import { count, integer } from '../../figures/quantity.ts'
import { runInFileName, surveysInFileName } from '../../model/file-name.ts'
import { SYNTHETIC_LIST } from '../../model/synthetic-list.ts'
import type {
  AdoptionTrend,
  Campaign,
  FieldSite,
  LabRun,
  LoadRun,
  SiteDetail,
  Survey,
} from '../../server/contract/contract.ts'
import { configuredLinkText } from '../charts/link-text.ts'
import type { Choices } from '../client/address.ts'

/** Says what numbers are from, as citations, pictures and names of files say it. */
export interface Source {
  /** `Campaign 3`, `Survey 2`, `Lab run 1 (quick)`. */
  readonly name: string
  /** `2026-11-22`, or a span. */
  readonly date: string
  /** n: `8 sites, up to 12 rounds`. */
  readonly size: string
  /** Link, vantage point, browser. */
  readonly conditions: readonly string[]
  /** Says why the numbers say nothing about the internet; null where they do. */
  readonly caveat: string | null
  /** Choices of an address that name it. */
  readonly choices: Choices
  /** Words in names of files. */
  readonly fileWords: string
}

/** `Campaign 3 of 2026-11-22: 8 sites, up to 12 rounds, from Frankfurt, warm browser.` */
export function sourceWords({ name, date, size, conditions }: Source): string {
  return `${name} of ${date}: ${[size, ...conditions].join(', ')}.`
}

export const SANDBOX_CAVEAT = 'Sandbox: it says nothing about sites on the internet.'

export function campaignSource(campaign: Campaign): Source {
  const { id, createdAt, sites, rounds, source, browserKind, sandbox } = campaign
  return {
    name: `Campaign ${id}`,
    date: day(createdAt),
    size: `${count(sites, 'site')}, up to ${count(rounds, 'round')}`,
    conditions: [
      ...circumstances(campaign),
      source === 'graph' ? 'graphs replayed without a browser' : `${browserKind} browser`,
      ...(campaign.filmstrips ? ['with screenshots during every load, which can slow it'] : []),
      ...(sandbox ? ['in the sandbox, with servers of our own'] : []),
    ],
    caveat: sandbox ? SANDBOX_CAVEAT : null,
    choices: { campaign: String(id) },
    fileWords: runInFileName('campaign', id, createdAt),
  }
}

export function siteCampaignSource(campaign: SiteDetail['campaigns'][number]): Source {
  const { campaignId, createdAt, counts, sandbox } = campaign
  const valid = counts.reduce((sum, each) => sum + each.valid, 0)
  const leftOut = counts.reduce((sum, { invalid, failed }) => sum + invalid + failed, 0)
  return {
    name: `Campaign ${campaignId}`,
    date: day(createdAt),
    size: `${count(valid, 'valid load')}, ${integer(leftOut)} left out`,
    conditions: circumstances(campaign),
    caveat: sandbox ? SANDBOX_CAVEAT : null,
    choices: { campaign: String(campaignId) },
    fileWords: runInFileName('campaign', campaignId, createdAt),
  }
}

type Circumstances = Pick<Campaign, 'configuredLink' | 'vantage' | 'browserVersion' | 'sandbox'>

function circumstances({
  configuredLink,
  vantage,
  browserVersion,
  sandbox,
}: Circumstances): readonly string[] {
  return [
    ...(configuredLink === null ? [] : [`link: ${configuredLinkText(configuredLink)}`]),
    ...(configuredLink === null && sandbox ? ['no delay: differences are processor time'] : []),
    ...(vantage === null ? [] : [`from ${vantage}`]),
    ...(browserVersion === null ? [] : [browserVersion]),
  ]
}

export function surveySource({ id, createdAt, sites, list, vantage, sandbox }: Survey): Source {
  return {
    name: `Survey ${id}`,
    date: day(createdAt),
    size: `${count(sites, 'site')} of ${list.trancoId === null ? list.source : `Tranco list ${list.trancoId}`}`,
    conditions: vantage === null ? [] : [`from ${vantage}`],
    caveat: sandbox ? SANDBOX_CAVEAT : null,
    choices: { survey: String(id) },
    fileWords: runInFileName('survey', id, createdAt),
  }
}

export function visitSource({ surveyId, visitedAt }: NonNullable<SiteDetail['survey']>): Source {
  return {
    name: `Survey ${surveyId}`,
    date: day(visitedAt),
    size: 'one visit',
    conditions: [],
    caveat: null,
    choices: { survey: String(surveyId) },
    fileWords: runInFileName('survey', surveyId, visitedAt),
  }
}

/** Surveys over time; null for none. `until`: the last survey that counts. */
export function trendSource({ points }: Pick<AdoptionTrend, 'points'>, until: number): Source | null {
  const [first, last, fileWords] = [points[0], points.at(-1), surveysInFileName(points)]
  if (first === undefined || last === undefined || fileWords === null) return null
  const isOne = points.length === 1
  return {
    name: isOne ? `Survey ${first.surveyId}` : `Surveys ${first.surveyId} to ${last.surveyId}`,
    date: isOne ? day(first.createdAt) : `${day(first.createdAt)} to ${day(last.createdAt)}`,
    size: isOne ? count(first.n, 'site') : count(points.length, 'survey'),
    conditions: [],
    caveat: points.some(({ sandbox }) => sandbox) ? SANDBOX_CAVEAT : null,
    choices: { until: String(until) },
    fileWords,
  }
}

export function labRunSource({ id, name, createdAt, cells }: LabRun): Source {
  return {
    name: `Lab run ${id} (${name})`,
    date: day(createdAt),
    size: count(cells, 'condition'),
    conditions: ['emulated links'],
    caveat: 'Made with servers of our own over emulated links: it says nothing about sites on the internet.',
    choices: { run: String(id) },
    fileWords: runInFileName('lab-run', id, createdAt),
  }
}

export function loadRunSource({ id, name, createdAt, loadsDone, plan }: LoadRun): Source {
  return {
    name: `Load run ${id} (${name})`,
    date: day(createdAt),
    size: `${count(loadsDone, 'load')}, up to ${count(plan.repetitions, 'repetition')} each`,
    conditions: [`link: ${configuredLinkText(plan.link)}`],
    caveat: 'Made with servers of our own and made page users: it says nothing about sites on the internet.',
    choices: { run: String(id) },
    fileWords: runInFileName('load-run', id, createdAt),
  }
}

/** A release of a field study; `week`: null where none has been made. */
export function releaseSource(list: string, week: string | null, size: string): Source {
  return {
    name: `Field study ${list}`,
    date: week === null ? 'no release yet' : `the week of ${week}`,
    size,
    conditions: ['volunteers’ own browsers and networks'],
    caveat: list === SYNTHETIC_LIST ? 'Made up: no volunteer contributed to it.' : null,
    choices: { list },
    fileWords: [list, week].filter((part) => part !== null).join('-'),
  }
}

/** Adds our own loads that stand beside the field's. */
export function fieldSiteSource({ list, week, field, live, lab }: FieldSite): Source {
  const contributors = field.reduce((most, each) => Math.max(most, each.contributors), 0)
  const release = releaseSource(list, week, `up to ${count(contributors, 'contributor')} a protocol`)
  const beside = [live, lab].flatMap((own) =>
    own === null ? [] : [`beside campaign ${own.campaignId} of ${day(own.createdAt)}`],
  )
  return {
    ...release,
    conditions: [...release.conditions, ...beside],
    choices: {
      ...release.choices,
      ...(live === null ? {} : { campaign: String(live.campaignId) }),
      ...(lab === null ? {} : { lab: `${lab.labRunId}:${lab.cell}` }),
    },
  }
}

function day(iso: string): string {
  return iso.slice(0, 10)
}
