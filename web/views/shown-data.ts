import { finishedSurveys, liveCampaigns } from '../../server/contract/chosen-runs.ts'
import type {
  Campaign,
  Defaults,
  FieldStudies,
  LabRun,
  LoadRun,
  Survey,
} from '../../server/contract/contract.ts'
import { campaignSource, labRunSource, loadRunSource, surveySource } from '../citation/source.ts'
import { ApiError } from '../client/api.ts'
import type { ViewContext } from './view.ts'

/** The survey, campaign, run or study that a page shows, and what could be chosen instead. */
export interface Shown<Run> {
  readonly run: Run
  /** Newest first. */
  readonly runs: readonly Run[]
  readonly defaults: Defaults
}

type Context = Pick<ViewContext, 'api' | 'query' | 'cite'>

export async function shownCampaign(context: Context): Promise<Shown<Campaign> | null> {
  const { api, query, cite } = context
  const [{ campaigns }, defaults] = await Promise.all([
    api.get('campaigns', '/campaigns'),
    defaultsOf(context),
  ])
  const runs = liveCampaigns(campaigns)
  const run = namedRun(query, {
    choice: 'campaign',
    what: 'live campaign',
    runs,
    opening: defaults.campaign.id,
  })
  if (run === null) return null
  cite(campaignSource(run))
  return { run, runs, defaults }
}

export async function shownSurvey(context: Context): Promise<Shown<Survey> | null> {
  const { api, query, cite } = context
  const [{ surveys }, defaults] = await Promise.all([api.get('surveys', '/surveys'), defaultsOf(context)])
  const runs = finishedSurveys(surveys)
  const run = namedRun(query, {
    choice: 'survey',
    what: 'finished survey',
    runs,
    opening: defaults.survey.id,
  })
  if (run === null) return null
  cite(surveySource(run))
  return { run, runs, defaults }
}

/** `kind`: which of the lab's runs the page opens with. */
export async function shownLabRun(
  context: Context,
  kind: 'labRun' | 'replay',
): Promise<Shown<LabRun> | null> {
  const { api, query, cite } = context
  const [{ runs }, defaults] = await Promise.all([api.get('labRuns', '/lab/runs'), defaultsOf(context)])
  const run = namedRun(query, { choice: 'run', what: 'lab run', runs, opening: defaults[kind].id })
  if (run === null) return null
  cite(labRunSource(run))
  return { run, runs, defaults }
}

export async function shownLoadRun(context: Context): Promise<Shown<LoadRun> | null> {
  const { api, query, cite } = context
  const [{ runs }, defaults] = await Promise.all([api.get('loadRuns', '/load/runs'), defaultsOf(context)])
  const run = namedRun(query, { choice: 'run', what: 'load run', runs, opening: defaults.loadRun.id })
  if (run === null) return null
  cite(loadRunSource(run))
  return { run, runs, defaults }
}

export async function shownStudy(context: Context): Promise<Shown<FieldStudies['studies'][number]> | null> {
  const { api, query } = context
  const [{ studies }, defaults] = await Promise.all([api.get('field', '/field'), defaultsOf(context)])
  const runs = studies.map((study) => ({ ...study, id: study.list }))
  const run = namedRun(query, { choice: 'list', what: 'study', runs, opening: defaults.study.list })
  return run === null ? null : { run, runs, defaults }
}

async function defaultsOf({ api }: Pick<ViewContext, 'api'>): Promise<Defaults> {
  return api.get('defaults', '/defaults')
}

interface Offer<Run> {
  /** Its name in an address. */
  readonly choice: string
  readonly what: string
  readonly runs: readonly Run[]
  /** Shown where the address names none. */
  readonly opening: number | string | null
}

/**
 * The run that the address names, else the one that pages open with; null where there is none.
 *
 * @throws ApiError 404 where the address names one that is not there: no page shows another in its place
 */
export function namedRun<Run extends { readonly id: number | string }>(
  query: URLSearchParams,
  { choice, what, runs, opening }: Offer<Run>,
): Run | null {
  const named = query.get(choice) || null
  if (named === null) return runs.find(({ id }) => id === opening) ?? null
  const found = runs.find(({ id }) => String(id) === named)
  if (found === undefined) throw new ApiError(404, `There is no ${what} ${named}.`)
  return found
}
