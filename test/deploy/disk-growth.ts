import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RECORDED } from '../../cli/demo/recorded.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { contribute, openSandbox } from '../db/field/field-contributions.ts'

/** What a database grows by, bytes on the disk, indexes included. */
export interface DiskGrowth {
  /** A site of a survey with its operations. */
  readonly siteBytes: number
  /** A load of a page with its metrics, without its HAR. */
  readonly loadBytes: number
  /** The HAR of a load, for each of its requests. */
  readonly harRequestBytes: number
  /** A record of the collection, with the key of its request. */
  readonly contributionBytes: number
}

const CONTRIBUTIONS = 1_000

/** Measured on the recorded demonstration and on contributions that are written for it, below a folder. */
export async function diskGrowth(folder: string): Promise<DiskGrowth> {
  const copy = join(folder, 'recorded.sqlite')
  await copyFile(RECORDED, copy)
  await using recorded = await openDatabase({ url: copy })
  await using collected = await openDatabase({ url: join(folder, 'contributions.sqlite') })
  await openSandbox(collected)
  const before = await tableBytes(collected, ['contribution%'])
  await contribute(
    collected,
    Array.from({ length: CONTRIBUTIONS }, (_, i) => ({ who: `someone ${i}`, day: '2026-11-02' })),
  )
  const after = await tableBytes(collected, ['contribution%'])
  const loads = await tableBytes(recorded, ['sample%', 'series%'])
  return {
    siteBytes:
      (await tableBytes(recorded, ['survey_sites', 'operations'])) /
      (await number(recorded, 'SELECT count(*) AS n FROM survey_sites')),
    loadBytes: loads / (await number(recorded, 'SELECT count(*) AS n FROM samples')),
    harRequestBytes:
      (await tableBytes(recorded, ['artifacts'])) /
      (await number(
        recorded,
        `SELECT sum(m.value) AS n FROM artifacts a JOIN sample_metrics m USING (sample_id)
         WHERE a.kind = 'har' AND m.metric = 'requests'`,
      )),
    contributionBytes: (after - before) / CONTRIBUTIONS,
  }
}

/** Of tables with these names (as LIKE has them) and of their indexes. */
async function tableBytes(db: Database, names: readonly string[]): Promise<number> {
  const named = names.map((name) => `tbl_name LIKE '${name}'`).join(' OR ')
  return number(
    db,
    `SELECT sum(pgsize) AS n FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE ${named})`,
  )
}

async function number(db: Database, sql: string): Promise<number> {
  const [row] = await db.query(sql)
  return Number(row?.n)
}
