import { campaignById } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { labRunById } from '../../db/lab/lab-runs.ts'
import { loadRunById } from '../../db/load/load-runs.ts'
import { surveyById } from '../../db/survey/surveys.ts'
import { fileName, metricInFileName, runInFileName, surveysInFileName } from '../../model/file-name.ts'
import {
  type Answer,
  type Arm,
  ENDPOINTS,
  type EndpointName,
  METRICS,
  type MetricName,
  type Request,
} from '../contract/contract.ts'
import type { Context } from '../request/context.ts'

interface Answered<Name extends EndpointName> {
  readonly name: Name
  readonly request: Request<Name>
  readonly answer: Answer<Name>
}

interface Described {
  readonly domain?: string | undefined
  readonly metric?: string | undefined
  readonly arm?: Arm | undefined
  readonly baseline?: Arm | undefined
  readonly surveyId?: number | null | undefined
  readonly campaignId?: number | null | undefined
  readonly labRunId?: number | null | undefined
  readonly loadRunId?: number | null | undefined
  /** List of the field. */
  readonly list?: string | null | undefined
  readonly week?: string | null | undefined
}

/** Names a saved answer: site, metric, arms, kind, and the run that it is from, with its day. */
export async function answerFileName<Name extends EndpointName>(
  { db }: Pick<Context, 'db'>,
  { name, request, answer }: Answered<Name>,
  extension: 'csv' | 'json',
): Promise<string> {
  const described: Described = { ...request.query, ...runOfPath(name, request), ...(answer as Described) }
  const { domain = null, metric, arm, baseline } = described
  return fileName(
    [
      domain,
      metric === undefined ? null : metricWord(metric),
      armWords(arm, baseline),
      name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      ...(await runWords(db, described)),
      name === 'adoptionTrend' ? surveysInFileName((answer as Answer<'adoptionTrend'>).points) : null,
    ],
    extension,
  )
}

/** Says which run a path such as `/campaigns/:id` or a query such as `?campaign=3` names. */
function runOfPath<Name extends EndpointName>(name: Name, { params, query }: Request<Name>): Described {
  const { path } = ENDPOINTS[name]
  const { id } = params as { readonly id?: number }
  const { campaign } = query as { readonly campaign?: number }
  if (id === undefined) return campaign === undefined ? {} : { campaignId: campaign }
  if (path.startsWith('/surveys/')) return { surveyId: id }
  if (path.startsWith('/campaigns/')) return { campaignId: id }
  if (path.startsWith('/load/')) return { loadRunId: id }
  return path.startsWith('/lab/') ? { labRunId: id } : {}
}

/** Names the field's metric, `load` and the like. */
function metricWord(metric: string): string {
  return metric in METRICS ? metricInFileName(metric as MetricName) : metric
}

function armWords(arm: Arm | undefined, baseline: Arm | undefined): string | null {
  if (baseline === undefined) return arm ?? null
  return arm === undefined ? `over-${baseline}` : `${arm}-over-${baseline}`
}

async function runWords(db: Database, described: Described): Promise<(string | null)[]> {
  const { surveyId = null, campaignId = null, labRunId = null, loadRunId = null } = described
  const { list = null, week = null } = described
  const campaign = campaignId === null ? null : await campaignById(db, campaignId)
  const survey = surveyId === null ? null : await surveyById(db, surveyId)
  const labRun = labRunId === null ? null : await labRunById(db, labRunId)
  const loadRun = loadRunId === null ? null : await loadRunById(db, loadRunId)
  return [
    survey === null ? null : runInFileName('survey', survey.id, survey.createdAt),
    campaign === null ? null : runInFileName('campaign', campaign.id, campaign.createdAt),
    labRun === null ? null : runInFileName('lab-run', labRun.id, labRun.createdAt),
    loadRun === null ? null : runInFileName('load-run', loadRun.id, loadRun.createdAt),
    typeof list === 'string' ? list : null,
    week,
  ]
}
