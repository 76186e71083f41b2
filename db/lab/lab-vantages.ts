import type { Database } from '../connection/database.ts'

/** Vantage points that the pages of lab runs were loaded at, by run and name; runs whose loads have none stated are left out. */
export async function labVantages(db: Database): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db.query(
    `SELECT DISTINCT lab_cells.lab_run_id, campaigns.vantage FROM lab_cells
     JOIN campaigns ON campaigns.id = lab_cells.campaign_id
     WHERE campaigns.vantage IS NOT NULL ORDER BY campaigns.vantage`,
  )
  const byRun = Map.groupBy(rows, ({ lab_run_id: run }) => Number(run))
  return new Map([...byRun].map(([run, found]) => [run, found.map(({ vantage }) => String(vantage))]))
}
