import type { Database } from '../../db/connection/database.ts'
import { labCdf as LAB_CDF } from '../../figures/distributions.ts'
import { labShares as LAB_SHARES } from '../../figures/lab-shares.ts'
import { SortedSeriesCache } from '../../server/comparisons/sorted-series.ts'
import type { LabCdf, LabShares } from '../../server/contract/contract.ts'
import type { CsvTable } from '../../server/http/csv.ts'
import { figureCsv } from '../../server/http/figure-csv.ts'
import { readLabCdf } from '../../server/lab/lab-cdf.ts'
import { readLabShares } from '../../server/lab/lab-shares.ts'
import { csvText, figureLines } from '../output/figure-text.ts'

export const LOAD_PARTS = ['retransmissions', 'shares'] as const
export type LoadPart = (typeof LOAD_PARTS)[number]

/** Answers of the API that are about all loads of a lab run, not about a cell. */
export interface LabLoadParts {
  readonly retransmissions: LabCdf
  readonly shares: LabShares
}

export async function readLoadParts(db: Database, labRunId: number): Promise<LabLoadParts> {
  const source = { db, series: new SortedSeriesCache(db) }
  return {
    retransmissions: await readLabCdf(source, labRunId, 'retransmissions'),
    shares: await readLabShares(source, labRunId),
  }
}

/** Leaves out parts that no load has a value of. */
export function loadPartLines(
  { retransmissions, shares }: LabLoadParts,
  parts: readonly LoadPart[],
  width: number | null,
): string[] {
  return [
    ...(parts.includes('retransmissions') ? figureLines(LAB_CDF, retransmissions, width) : []),
    ...(parts.includes('shares') ? figureLines(LAB_SHARES, shares, width) : []),
  ]
}

/** The file that the API and the lab page have. */
export function loadPartCsv({ retransmissions, shares }: LabLoadParts, part: LoadPart): string {
  const table: CsvTable =
    part === 'retransmissions' ? figureCsv(LAB_CDF, retransmissions) : figureCsv(LAB_SHARES, shares)
  return csvText(table)
}
