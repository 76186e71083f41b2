import type { Logger } from 'pino'
import type { Database } from '../../db/connection/database.ts'
import type { DataLicenseId } from '../../model/data-license.ts'
import type { ComparisonSource } from '../comparisons/comparison-source.ts'
import type { MedianSamples } from '../comparisons/median-sample.ts'
import type { SortedSeriesCache } from '../comparisons/sorted-series.ts'
import type { FieldReferenceCache } from '../field/field-reference.ts'
import type { LoadRunCache } from '../load/load-run-cache.ts'
import type { AdoptionCache } from '../survey/adoption-cache.ts'
import type { SurveyedRows } from '../survey/surveyed-rows.ts'
import type { TrendCache } from '../survey/trend-cache.ts'

export interface Context {
  /** Read-only. */
  readonly db: Database
  readonly log: Logger
  readonly toolVersion: string
  /** The data is the recorded demonstration that ships with towline. */
  readonly recorded: boolean
  /** License of the data; null: none is granted. */
  readonly dataLicense: DataLicenseId | null
  /** Says how many checks visitors may ask for in a day; null: none are taken. */
  readonly checksPerDay: number | null
  readonly adoption: AdoptionCache
  readonly trends: TrendCache
  readonly series: SortedSeriesCache
  readonly medians: MedianSamples
  readonly comparisons: ComparisonSource
  readonly surveyed: SurveyedRows
  readonly reference: FieldReferenceCache
  readonly loads: LoadRunCache
}
