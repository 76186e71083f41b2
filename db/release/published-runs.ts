import type { Database, Row } from '../connection/database.ts'

/** What of a database is published: what has come to its end, since that never changes again. */
export interface PublishedRuns {
  readonly surveyIds: readonly number[]
  /** Without those of a lab run that is not finished: they would pass for live ones. */
  readonly campaignIds: readonly number[]
  readonly labRunIds: readonly number[]
  readonly loadRunIds: readonly number[]
  /** Newest releases of the field, of studies that are open to everybody. */
  readonly fieldReleaseIds: readonly number[]
  /** Runs that are left out, since they are not finished. */
  readonly leftOut: {
    readonly surveys: number
    readonly campaigns: number
    readonly labRuns: number
    readonly loadRuns: number
  }
}

export async function publishedRuns(db: Database): Promise<PublishedRuns> {
  const surveyIds = ids(await db.query("SELECT id FROM surveys WHERE state = 'finished' ORDER BY id"))
  const campaignIds = ids(
    await db.query(
      `SELECT id FROM campaigns WHERE state = 'finished' AND id NOT IN
        (SELECT campaign_id FROM lab_cells JOIN lab_runs ON lab_runs.id = lab_run_id
         WHERE campaign_id IS NOT NULL AND lab_runs.state <> 'finished') ORDER BY id`,
    ),
  )
  const labRunIds = ids(await db.query("SELECT id FROM lab_runs WHERE state = 'finished' ORDER BY id"))
  const loadRunIds = ids(await db.query("SELECT id FROM load_runs WHERE state = 'finished' ORDER BY id"))
  const fieldReleaseIds = ids(
    await db.query(
      `SELECT id FROM field_releases JOIN field_studies ON field_studies.list = field_releases.list
       WHERE pilot IS NULL AND week =
         (SELECT max(week) FROM field_releases AS newer WHERE newer.list = field_releases.list) ORDER BY id`,
    ),
  )
  const count = async (table: string): Promise<number> => {
    const [row] = await db.query(`SELECT count(*) AS n FROM ${table}`)
    return Number(row?.n)
  }
  const leftOut = {
    surveys: (await count('surveys')) - surveyIds.length,
    campaigns: (await count('campaigns')) - campaignIds.length,
    labRuns: (await count('lab_runs')) - labRunIds.length,
    loadRuns: (await count('load_runs')) - loadRunIds.length,
  }
  return { surveyIds, campaignIds, labRunIds, loadRunIds, fieldReleaseIds, leftOut }
}

function ids(rows: readonly Row[]): number[] {
  return rows.map(({ id }) => Number(id))
}
