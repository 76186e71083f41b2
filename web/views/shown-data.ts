import { finishedSurveys, liveCampaigns } from '../../server/contract/chosen-runs.ts'
import type {
  AdoptionTrend,
  Campaign,
  Defaults,
  FieldStudies,
  LabRun,
  LoadRun,
  Survey,
} from '../../server/contract/contract.ts'
import { campaignSource, labRunSource, loadRunSource, type Source, surveySource } from '../citation/source.ts'
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

export const shownCampaign = (context: Context): Promise<Shown<Campaign> | null> =>
  shown(context, {
    choice: 'campaign',
    what: 'live campaign',
    runs: async ({ api }) => liveCampaigns((await api.get('campaigns', '/campaigns')).campaigns),
    opening: ({ campaign }) => campaign.id,
    source: campaignSource,
  })

export const shownSurvey = (context: Context): Promise<Shown<Survey> | null> =>
  shown(context, {
    choice: 'survey',
    what: 'finished survey',
    runs: async ({ api }) => finishedSurveys((await api.get('surveys', '/surveys')).surveys),
    opening: ({ survey }) => survey.id,
    source: surveySource,
  })

/** `kind`: which of the lab's runs the page opens with. */
/** The last survey that counts where a page is about several, with the trend that ends with it; null where there is none. */
export async function shownTrend(
  context: Pick<ViewContext, 'api' | 'query' | 'meta' | 'pin'>,
): Promise<ShownTrend | null> {
  const { api, query, meta, pin } = context
  const survey = namedRun(query, {
    ...{ choice: 'until', what: 'finished survey' },
    runs: finishedSurveys((await api.get('surveys', '/surveys')).surveys),
    opening: meta?.latestSurveyId ?? null,
  })
  if (survey === null) return null
  pin({ until: String(survey.id) })
  return { until: survey.id, trend: await api.get('adoptionTrend', '/adoption/trend', { until: survey.id }) }
}

export interface ShownTrend {
  /** Number of the survey. */
  readonly until: number
  readonly trend: AdoptionTrend
}

export const shownLabRun = (context: Context, kind: 'labRun' | 'replay'): Promise<Shown<LabRun> | null> =>
  shown(context, {
    choice: 'run',
    what: 'lab run',
    runs: async ({ api }) => (await api.get('labRuns', '/lab/runs')).runs,
    opening: (defaults) => defaults[kind].id,
    source: labRunSource,
  })

export const shownLoadRun = (context: Context): Promise<Shown<LoadRun> | null> =>
  shown(context, {
    choice: 'run',
    what: 'load run',
    runs: async ({ api }) => (await api.get('loadRuns', '/load/runs')).runs,
    opening: ({ loadRun }) => loadRun.id,
    source: loadRunSource,
  })

/** Its source is cited with the release that is shown. */
export const shownStudy = (context: Context): Promise<Shown<Study> | null> =>
  shown(context, {
    choice: 'list',
    what: 'study',
    runs: async ({ api }) =>
      (await api.get('field', '/field')).studies.map((study) => ({ ...study, id: study.list })),
    opening: ({ study }) => study.list,
    source: null,
  })

type Study = FieldStudies['studies'][number] & { readonly id: string }

interface Kind<Run> extends Pick<Offer<Run>, 'choice' | 'what'> {
  readonly runs: (context: Context) => Promise<readonly Run[]>
  readonly opening: (defaults: Defaults) => number | string | null
  /** Says what is cited of it. */
  readonly source: ((run: Run) => Source) | null
}

async function shown<Run extends Named>(
  context: Context,
  { choice, what, source, ...kind }: Kind<Run>,
): Promise<Shown<Run> | null> {
  const { api, query, cite } = context
  const [runs, defaults] = await Promise.all([kind.runs(context), api.get('defaults', '/defaults')])
  const run = namedRun(query, { choice, what, runs, opening: kind.opening(defaults) })
  if (run === null) return null
  if (source !== null) cite(source(run))
  return { run, runs, defaults }
}

interface Named {
  readonly id: number | string
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
export function namedRun<Run extends Named>(
  query: URLSearchParams,
  { choice, what, runs, opening }: Offer<Run>,
): Run | null {
  const named = query.get(choice) || null
  if (named === null) return runs.find(({ id }) => id === opening) ?? null
  const found = runs.find(({ id }) => String(id) === named)
  if (found === undefined) throw new ApiError(404, `There is no ${what} ${named}.`)
  return found
}
