import { COMPUTED_METRICS } from '../../crawler/metrics/registry.ts'
import { campaignSizes } from '../../db/campaign/campaign-sizes.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { type VantageRow, vantageByName } from '../../db/fleet/vantages.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import { labRunById } from '../../db/lab/lab-runs.ts'
import { loadRunById } from '../../db/load/load-runs.ts'
import { loadsOf } from '../../db/load/loads.ts'
import type { LargeTableName } from '../../db/release/large-tables.ts'
import type { PublishedRuns } from '../../db/release/published-runs.ts'
import { surveyById } from '../../db/survey/surveys.ts'
import { METRICS } from '../../model/metrics.ts'
import type { ReleaseTableName } from '../../model/release/release-tables.ts'
import { SYNTHETIC_LIST } from '../../model/synthetic-list.ts'
import { campaignDetail } from '../../server/campaign/campaign-answer.ts'
import { publishedThresholds } from '../../server/field/field-thresholds.ts'
import { visibleStudies } from '../../server/field/visible-studies.ts'
import { runRecordings } from '../../server/replay/run-recordings.ts'
import { surveyAnswer } from '../../server/survey/survey-answer.ts'

export type SmallTableName = Exclude<ReleaseTableName, LargeTableName>

/** Keyed by the name of the column, in camel case. */
export type SmallRow = Readonly<Record<string, unknown>>

export type SmallTables = Readonly<Record<SmallTableName, readonly SmallRow[]>>

/** The tables of runs. What the API says of a run is what is published of it, made by the same functions. */
export async function smallTables(db: Database, runs: PublishedRuns): Promise<SmallTables> {
  const surveys = (await all(runs.surveyIds, (id) => surveyById(db, id))).map(surveyAnswer)
  const lists = new Map(surveys.map(({ list }) => [list.id, list]))
  const labRuns = await all(runs.labRunIds, (id) => labRunById(db, id))
  const loadRuns = await all(runs.loadRunIds, (id) => loadRunById(db, id))
  const campaigns = await publishedCampaigns(db, runs)
  const vantages = new Map(campaigns.map(({ id, vantage }) => [id, vantage]))
  const cells = (await Promise.all(labRuns.map(({ id }) => labCells(db, id)))).flat()
  const measured = await knownVantages(db, [...surveys, ...campaigns])
  return {
    vantages: measured.map(({ name, ...facts }) => ({ vantage: name, ...facts })),
    vantage_rtts: measured.flatMap(({ name: vantage, rtts }) =>
      (rtts ?? []).map((rtt, seq) => ({ vantage, seq, ...rtt })),
    ),
    lists: [...lists.values()].sort((a, b) => a.id - b.id),
    surveys: surveys.map(({ list, ...survey }) => ({ ...survey, listId: list.id })),
    campaigns,
    metrics: COMPUTED_METRICS.map(({ name, about }) => ({
      metric: name,
      unit: METRICS[name].unit,
      label: METRICS[name].label,
      definition: about,
    })),
    lab_runs: labRuns.map((run) => ({ ...run, plan: { ...run.plan, recordings: undefined } })),
    lab_cells: cells.map((cell) => ({ ...cell, vantage: vantages.get(cell.campaignId ?? 0) ?? null })),
    recordings: labRuns.flatMap((run) =>
      runRecordings(run).map((recording) => ({ labRunId: run.id, ...recording })),
    ),
    load_runs: loadRuns.map((run) => ({ ...run })),
    loads: (await Promise.all(loadRuns.map(({ id }) => loadsOf(db, id)))).flat().map(({ end, ...load }) => ({
      ...load,
      endCounts: end,
    })),
    field_releases: await fieldReleases(db, runs),
  }
}

/** Lists, of the runs that are published, those that a worker has measured; by name. */
async function knownVantages(
  db: Database,
  runs: readonly { readonly vantage: string | null }[],
): Promise<VantageRow[]> {
  const names = new Set(runs.flatMap(({ vantage }) => vantage ?? []))
  const found = await Promise.all([...names].sort().map((name) => vantageByName(db, name)))
  return found.filter((vantage) => vantage !== null)
}

/** Counts of its sites, which are a table of their own. */
const NO_COUNTS = { tallies: [], repeats: [] }

async function publishedCampaigns(db: Database, { campaignIds }: PublishedRuns) {
  const sizes = new Map((await campaignSizes(db)).map((size) => [size.campaignId, size]))
  const campaigns = await all(campaignIds, (id) => campaignById(db, id))
  return campaigns.map((campaign) => campaignDetail(campaign, sizes.get(campaign.id), [], NO_COUNTS))
}

async function fieldReleases(db: Database, { fieldReleaseIds }: PublishedRuns): Promise<SmallRow[]> {
  return (await visibleStudies(db, null)).flatMap((study) => {
    const { release, list, openedDay, closedDay } = study
    if (release === null || !fieldReleaseIds.includes(release.id)) return []
    const { id, week, releasedAt } = release
    const thresholds = publishedThresholds(study)
    return [
      { id, list, synthetic: list === SYNTHETIC_LIST, week, releasedAt, openedDay, closedDay, thresholds },
    ]
  })
}

/** Reads rows that were there a moment ago, and are never deleted. */
async function all<T>(ids: readonly number[], read: (id: number) => Promise<T | null>): Promise<T[]> {
  const rows: T[] = []
  for (const id of ids) {
    const row = await read(id)
    if (row !== null) rows.push(row)
  }
  return rows
}
