import type { Arm } from '../../model/arm.ts'
import { DEFAULT_METRIC } from '../../model/metrics.ts'
import { finishedSurveys, liveCampaigns } from '../../server/contract/chosen-runs.ts'
import type { Answer } from '../../server/contract/contract.ts'
import {
  CURVE_QUANTILES,
  MOST_CURVE_STEPS,
  SERIES_ROUNDS,
  TABLE_ROWS,
} from '../../server/contract/page-sizes.ts'
import { speaks } from '../../server/contract/requests.ts'
import { SITE_SORTS } from '../../server/contract/sorts.ts'
import type { AnswerWriter, Query } from './answer-writer.ts'
import { CHOSEN_METRICS } from './overview-answers.ts'
import { writeWaterfalls } from './waterfall-answers.ts'

/** Up to so many sites the table is also written in every order. */
export const MOST_SORTED_SITES = 1_000

const AS_IT_OPENS = {
  ...{ metric: DEFAULT_METRIC, baseline: 'h1', sort: 'rank', order: 'asc', gainArm: 'h2' },
} as const

/** Up to so many pairs of a survey and a campaign each has a table; of more, those with one of the two that it opens with. */
const MOST_PAIRS = 36

/**
 * The table of sites, from the survey and the campaign that it opens with in every way, from others as it opens; resolves
 * to the domains in it.
 */
export async function writeSites(writer: AnswerWriter): Promise<readonly string[]> {
  const { survey: shown, campaign: probed } = await writer.json('defaults', '/defaults')
  const { surveys } = await writer.json('surveys', '/surveys')
  const { campaigns } = await writer.json('campaigns', '/campaigns')
  const opening = {
    ...AS_IT_OPENS,
    survey: shown.id,
    campaign: probed.id,
  }
  const domains = new Set(await writeOpeningTable(writer, opening))
  const pairs = idsOf(finishedSurveys(surveys)).flatMap((survey) =>
    idsOf(liveCampaigns(campaigns)).map((campaign) => ({ ...opening, survey, campaign })),
  )
  const isWritten = ({ survey, campaign }: (typeof pairs)[number]) =>
    pairs.length <= MOST_PAIRS || survey === opening.survey || campaign === opening.campaign
  for (const asked of pairs.filter(isWritten))
    for (const domain of (await writeTable(writer, asked)).domains) domains.add(domain)
  return [...domains]
}

/** Returns null for none: the table shows what there is of the other. */
function idsOf(runs: readonly { readonly id: number }[]): readonly (number | null)[] {
  return runs.length === 0 ? [null] : runs.map(({ id }) => id)
}

async function writeOpeningTable(writer: AnswerWriter, opening: Query): Promise<readonly string[]> {
  const { domains, arms } = await writeTable(writer, opening)
  for (const metric of CHOSEN_METRICS) await writeTable(writer, { ...opening, metric })
  for (const baseline of arms) await writeTable(writer, { ...opening, baseline })
  for (const protocol of speaks.unwrap().options) await writeTable(writer, { ...opening, protocol })
  for (const probed of ['yes', 'no']) await writeTable(writer, { ...opening, probed })
  if (domains.length > MOST_SORTED_SITES) return domains
  for (const sort of SITE_SORTS)
    for (const order of ['asc', 'desc'])
      for (const gainArm of sort === 'gain' ? arms : ['h2'])
        await writeTable(writer, { ...opening, sort, order, gainArm })
  return domains
}

async function writeTable(writer: AnswerWriter, asked: Query) {
  const domains: string[] = []
  const arms = new Set<string>(['h1'])
  await writer.downloads('sites', '/sites', asked)
  for (let page = 1, total = 1; page === 1 || (page - 1) * TABLE_ROWS < total; page += 1) {
    const answer = await writer.json('sites', '/sites', { ...asked, page, pageSize: TABLE_ROWS })
    total = answer.total
    for (const { domain, gains } of answer.rows) {
      domains.push(domain)
      for (const arm of Object.keys(gains)) arms.add(arm)
    }
  }
  return { domains, arms: [...arms] }
}

export async function writeSite(
  writer: AnswerWriter,
  domain: string,
  { withHars }: { readonly withHars: boolean },
): Promise<void> {
  const path = `/sites/${encodeURIComponent(domain)}` as const
  const { campaigns, survey } = await writer.json('site', path)
  // Links name what is shown likewise: the campaign, the survey, or both.
  for (const campaign of [null, ...campaigns.map(({ campaignId }) => campaignId)])
    for (const asked of new Set([null, survey?.surveyId ?? null]))
      if (campaign !== null || asked !== null) await writer.json('site', path, { survey: asked, campaign })
  await writeVantageGains(writer, domain, campaigns)
  await writeHistory(writer, domain, campaigns)
  for (const campaign of campaigns) await writeProbedSite(writer, campaign, withHars)
}

type Probed = Answer<'site'>['campaigns'][number]

/** Writes what the page compares where live campaigns loaded it from several vantage points. */
async function writeVantageGains(
  writer: AnswerWriter,
  domain: string,
  campaigns: readonly Probed[],
): Promise<void> {
  const live = campaigns.filter(({ labRunId }) => labRunId === null)
  if (new Set(live.map(({ vantage }) => vantage)).size < 2) return
  const path = `/sites/${encodeURIComponent(domain)}/vantages`
  for (const metric of CHOSEN_METRICS)
    for (const baseline of armsOf(live))
      for (const { campaignId: campaign } of live)
        await writer.downloads('siteVantages', path, { metric, baseline, campaign })
}

/** Writes what the page draws where several live campaigns loaded it. */
async function writeHistory(
  writer: AnswerWriter,
  domain: string,
  campaigns: readonly Probed[],
): Promise<void> {
  const live = campaigns.filter(({ labRunId }) => labRunId === null)
  if (live.length < 2) return
  const path = `/sites/${encodeURIComponent(domain)}/history`
  for (const metric of CHOSEN_METRICS)
    for (const baseline of armsOf(live))
      for (const { campaignId: campaign } of live)
        await writer.downloads('siteHistory', path, { metric, baseline, campaign })
}

function armsOf(campaigns: readonly Probed[]): readonly Arm[] {
  return [...new Set(campaigns.flatMap(({ arms }) => arms))]
}

async function writeProbedSite(
  writer: AnswerWriter,
  { campaignId, site, arms }: Probed,
  withHars: boolean,
): Promise<void> {
  const path = `/campaigns/${campaignId}/sites/${site}`
  await writer.downloads('phases', `${path}/phases`)
  for (const arm of arms) await writer.json('siteComposition', `${path}/composition`, { arm })
  await writer.downloads('protocols', `${path}/protocols`)
  for (const metric of CHOSEN_METRICS) {
    for (const baseline of arms) await writer.json('comparisons', `${path}/comparisons`, { metric, baseline })
    await writeDistribution(writer, path, metric)
    await writeSeries(writer, path, metric)
  }
  await writeWaterfalls(writer, path, arms)
  await writeFilmstrips(writer, path, arms)
  if (withHars) await writeHars(writer, path)
}

/** The list of all loads of a page, and the HAR of each that has one. */
async function writeHars(writer: AnswerWriter, path: string): Promise<void> {
  await writer.downloads('samples', `${path}/samples`)
  for (let page = 1, total = 1; (page - 1) * SAMPLES_AT_ONCE < total; page += 1) {
    const answer = await writer.ask('samples', `${path}/samples`, { page, pageSize: SAMPLES_AT_ONCE })
    total = answer.total
    for (const { id } of answer.rows) {
      const { artifacts } = await writer.ask('sample', `/samples/${id}`)
      if (artifacts.some(({ kind }) => kind === 'har')) await writer.har(id)
    }
  }
}

const SAMPLES_AT_ONCE = 500

async function writeDistribution(writer: AnswerWriter, path: string, metric: string): Promise<void> {
  await writer.downloads('cdf', `${path}/cdf`, { metric })
  const { rows } = await writer.json('cdf', `${path}/cdf`, { metric, points: CURVE_QUANTILES })
  for (const points of new Set(rows.map(({ n }) => n)))
    if (points >= 2 && points <= MOST_CURVE_STEPS) await writer.json('cdf', `${path}/cdf`, { metric, points })
}

async function writeSeries(writer: AnswerWriter, path: string, metric: string): Promise<void> {
  for (let from: number | null = 0; from !== null; ) {
    await writer.downloads('series', `${path}/series`, { metric, from })
    const { nextRound }: Answer<'series'> = await writer.json('series', `${path}/series`, {
      ...{ metric, from, rounds: SERIES_ROUNDS },
    })
    from = nextRound
  }
}

async function writeFilmstrips(writer: AnswerWriter, path: string, loaded: readonly Arm[]): Promise<void> {
  const { arms } = await writer.json('filmstrips', `${path}/filmstrips`)
  for (const { arm, sampleId, filmstrip } of arms) {
    if (!filmstrip || !loaded.includes(arm)) continue
    const { frames } = await writer.json('filmstrip', `/samples/${sampleId}/filmstrip`)
    for (const { picture } of frames) await writer.picture(picture)
  }
}
