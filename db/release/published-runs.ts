import type { Database } from '../connection/database.ts'

/** Says what of a database is published: what has come to its end, since that never changes again. */
export interface PublishedRuns {
  readonly surveyIds: readonly number[]
  /** Leaves out those of a lab run that is not finished: they would pass for live ones. */
  readonly campaignIds: readonly number[]
  readonly labRunIds: readonly number[]
  readonly loadRunIds: readonly number[]
  /** Newest releases of the field, of studies that are open to everybody. */
  readonly fieldReleaseIds: readonly number[]
  /** Up to this one every sample is of a campaign that is published; null: its campaign must be looked up. */
  readonly lastSampleId: number | null
  /** Runs that are left out, since they are not finished. */
  readonly leftOut: {
    readonly surveys: number
    readonly campaigns: number
    readonly labRuns: number
    readonly loadRuns: number
  }
}

/** Names of the ids, without what is not a list of them. */
export type PublishedIds = keyof Omit<PublishedRuns, 'lastSampleId' | 'leftOut'>

/** One statement, so that it is one moment of the database: workers and servers write to it meanwhile. */
const RUNS = `
  SELECT 'surveys' AS kind, id, state = 'finished' AS published FROM surveys
  UNION ALL
  SELECT 'campaigns', id, state = 'finished' AND id NOT IN
    (SELECT campaign_id FROM lab_cells JOIN lab_runs ON lab_runs.id = lab_run_id
     WHERE campaign_id IS NOT NULL AND lab_runs.state <> 'finished') FROM campaigns
  UNION ALL
  SELECT 'labRuns', id, state = 'finished' FROM lab_runs
  UNION ALL
  SELECT 'loadRuns', id, state = 'finished' FROM load_runs
  UNION ALL
  SELECT 'fieldReleases', id, pilot IS NULL AND week =
    (SELECT max(week) FROM field_releases AS newer WHERE newer.list = field_releases.list)
    FROM field_releases JOIN field_studies ON field_studies.list = field_releases.list
  UNION ALL
  SELECT 'lastSample', max(id), true FROM samples
  ORDER BY id`

type Kind = 'campaigns' | 'fieldReleases' | 'labRuns' | 'lastSample' | 'loadRuns' | 'surveys'

export async function publishedRuns(db: Database): Promise<PublishedRuns> {
  const rows = await db.query(RUNS)
  const ids = (kind: Kind, isPublished: boolean): number[] =>
    rows
      .filter((row) => row.kind === kind && Boolean(row.published) === isPublished && row.id !== null)
      .map(({ id }) => Number(id))
  const leftOut = {
    surveys: ids('surveys', false).length,
    campaigns: ids('campaigns', false).length,
    labRuns: ids('labRuns', false).length,
    loadRuns: ids('loadRuns', false).length,
  }
  // PostgreSQL draws ids before they are committed: a smaller one than the last may still come, of a new campaign.
  const areInOrder = db.dialect === 'sqlite' && leftOut.campaigns === 0
  return {
    surveyIds: ids('surveys', true),
    campaignIds: ids('campaigns', true),
    labRunIds: ids('labRuns', true),
    loadRunIds: ids('loadRuns', true),
    fieldReleaseIds: ids('fieldReleases', true),
    lastSampleId: areInOrder ? (ids('lastSample', true)[0] ?? null) : null,
    leftOut,
  }
}
