import { CABLELABS_QUERIES } from './cablelabs-queries.ts'
import { GAIN_QUERIES } from './gain-queries.ts'
import { LAB_LOAD_QUERIES } from './lab-load-queries.ts'
import { LAB_QUERIES } from './lab-queries.ts'
import { LOAD_QUERIES } from './load-queries.ts'
import { PAGE_QUERIES } from './page-queries.ts'
import type { ReleaseQuery } from './query.ts'
import { SURVEY_QUERIES } from './survey-queries.ts'
import { TREND_QUERIES } from './trend-queries.ts'
import { WINDOW_QUERIES } from './window-queries.ts'

/** In the order of the pages of the dashboard. */
export const QUERIES: readonly ReleaseQuery[] = [
  ...SURVEY_QUERIES,
  ...TREND_QUERIES,
  ...GAIN_QUERIES,
  ...PAGE_QUERIES,
  ...LAB_QUERIES,
  ...LAB_LOAD_QUERIES,
  ...WINDOW_QUERIES,
  ...CABLELABS_QUERIES,
  ...LOAD_QUERIES,
]
