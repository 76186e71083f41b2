import type { OperationRow } from '../../model/operation.ts'
import type { Database, Query } from '../connection/database.ts'
import type { Dialect } from '../rows/table.ts'
import { encodeOperations, insertOperations } from './operations.ts'
import { encodeSite, finishSites, type VisitRecord } from './survey-sites.ts'

/** A visited site with its rows, ready to be written: text only, so that waiting sites are small. */
export interface EncodedSite {
  readonly rank: number
  readonly site: string
  readonly operations: string
}

/** Throws a TypeError where a value cannot be stored, so that one site's fault does not become its batch's. */
export function encodeFinishedSite(record: VisitRecord, rows: readonly OperationRow[]): EncodedSite {
  return { rank: record.rank, site: encodeSite(record), operations: encodeOperations(record.rank, rows) }
}

/**
 * Writes many sites of one survey with their facts and operation rows in one transaction: all of it or nothing. Resolves to the
 * ranks that were written; what another process took over in the meantime is left out, with its rows.
 */
export async function saveSites(
  db: Database,
  { surveyId, owner }: { readonly surveyId: number; readonly owner: string },
  sites: readonly EncodedSite[],
): Promise<ReadonlySet<number>> {
  return db.write((query) => writeSites(query, db.dialect, { surveyId, owner }, sites))
}

/** The same as part of a transaction. */
export async function writeSites(
  query: Query,
  dialect: Dialect,
  { surveyId, owner }: { readonly surveyId: number; readonly owner: string },
  sites: readonly EncodedSite[],
): Promise<ReadonlySet<number>> {
  const done = await finishSites(
    query,
    dialect,
    owner,
    sites.map(({ site }) => site),
  )
  const operations = sites.filter(({ rank }) => done.has(rank)).map((site) => site.operations)
  await insertOperations(query, dialect, surveyId, operations)
  return done
}
