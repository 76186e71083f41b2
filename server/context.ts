import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { AdoptionCache } from './adoption-cache.ts'
import type { ComparisonSource } from './comparison-source.ts'
import type { FieldReferenceCache } from './field-reference.ts'
import type { SortedSeriesCache } from './sorted-series.ts'
import type { SurveyedRows } from './surveyed-rows.ts'

/** What the handlers work with. */
export interface Context {
  /** Read-only. */
  readonly db: Database
  readonly log: Logger
  readonly toolVersion: string
  /** The data is the recorded demonstration that ships with towline. */
  readonly recorded: boolean
  readonly adoption: AdoptionCache
  readonly series: SortedSeriesCache
  readonly comparisons: ComparisonSource
  readonly surveyed: SurveyedRows
  readonly reference: FieldReferenceCache
}
