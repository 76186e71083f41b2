import { pagesByDomain } from '../../db/campaign/campaign-pages.ts'
import { campaignById, campaignsBySource } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { type LabCellRow, labCell, labCells } from '../../db/lab/lab-cells.ts'
import { labRunById, listLabRuns } from '../../db/lab/lab-runs.ts'
import type { FieldSite, MetricName } from '../contract/contract.ts'
import { defaultLabRun } from '../defaults/default-lab-run.ts'
import { requireFound } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import { campaignConditions, readCurves } from './field-live.ts'

export interface MeasuredCondition {
  readonly labRunId: number
  readonly cell: number
  readonly name: string
  readonly factors: FieldSite['labConditions'][number]['factors']
  readonly ofThisPage: boolean
  readonly campaignId: number
  readonly site: number
}

/** Newest runs whose conditions are offered, and conditions in all: more would be no choice. */
const MOST_RUNS = 20
const MOST_CONDITIONS = 300

/**
 * Finds what of the lab can stand beside a site: conditions with its page first (a recorded one keeps its host's name), newest
 * first. Loads by a browser only: a graph keeps its host's name too, and what replays it is no browser.
 */
export async function labConditionsFor(db: Database, domain: string): Promise<MeasuredCondition[]> {
  const names = [domain, `www.${domain}`]
  const byBrowser = await campaignsBySource(db, 'browser')
  const ofThisPage = new Set<string>()
  for (const name of names)
    for (const { campaignId, site, labRunId } of await pagesByDomain(db, name))
      if (labRunId !== null) ofThisPage.add(`${campaignId} ${site}`)
  const conditions: MeasuredCondition[] = []
  for (const run of (await listLabRuns(db)).slice(0, MOST_RUNS))
    for (const row of await labCells(db, run.id)) {
      if (row.campaignId === null || row.site === null || !byBrowser.has(row.campaignId)) continue
      const isIts =
        ofThisPage.has(`${row.campaignId} ${row.site}`) || names.some((name) => row.factors.page === name)
      conditions.push(
        toCondition(row, run.name, { ...row, campaignId: row.campaignId, site: row.site }, isIts),
      )
    }
  return conditions.sort((a, b) => Number(b.ofThisPage) - Number(a.ofThisPage)).slice(0, MOST_CONDITIONS)
}

function toCondition(
  { labRunId, cell, factors }: LabCellRow,
  name: string,
  { campaignId, site }: { readonly campaignId: number; readonly site: number },
  ofThisPage: boolean,
): MeasuredCondition {
  return { ...{ labRunId, cell, name, ofThisPage, campaignId, site }, factors: { ...factors } }
}

/**
 * The condition that is asked for (`RUN:CELL`), else one of this page: of the lab run that pages open with, else of the
 * newest; null where there is none.
 *
 * @throws Problem `not_found` where the one asked for was not measured, or not by a browser
 */
export async function labBeside(
  context: Context,
  conditions: readonly MeasuredCondition[],
  metric: MetricName,
  requested: string | undefined,
): Promise<FieldSite['lab']> {
  const { id } = await defaultLabRun(context.db)
  const ofThisPage = conditions.filter((condition) => condition.ofThisPage)
  const condition =
    requested === undefined
      ? (ofThisPage.find((one) => one.labRunId === id) ?? ofThisPage[0])
      : requireFound(await conditionNamed(context.db, requested), 'lab condition')
  if (condition === undefined) return null
  const { labRunId, cell, name, factors, campaignId, site } = condition
  return {
    ...campaignConditions(requireFound(await campaignById(context.db, campaignId), 'campaign')),
    ...{ metric, site, labRunId, cell, name, factors },
    curves: await readCurves(context, { campaignId, site, metric }),
  }
}

async function conditionNamed(db: Database, requested: string): Promise<MeasuredCondition | null> {
  const [run = 0, cell = 0] = requested.split(':').map(Number)
  const row = await labCell(db, run, cell)
  const { name = '' } = (await labRunById(db, run)) ?? {}
  if (row === null || row.campaignId === null || row.site === null) return null
  if ((await campaignById(db, row.campaignId))?.source !== 'browser') return null
  return toCondition(row, name, { campaignId: row.campaignId, site: row.site }, false)
}
