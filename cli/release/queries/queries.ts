import { CHOICES, GAIN_QUERIES } from './gain-queries.ts'
import { LAB_LOAD_QUERIES } from './lab-load-queries.ts'
import { LAB_QUERIES } from './lab-queries.ts'
import { LOAD_QUERIES } from './load-queries.ts'
import { PAGE_QUERIES } from './page-queries.ts'
import { OPENING_LAB_RUN, QUANTILES, type ReleaseQuery, SAMPLES_WITH_VALUES, VALID_VALUES } from './query.ts'
import { SURVEY_QUERIES } from './survey-queries.ts'
import { TREND_QUERIES } from './trend-queries.ts'
import { WINDOW_QUERIES } from './window-queries.ts'

const number = (factor: string): string => `TRY_CAST(json_extract_string(factors, '$.${factor}') AS DOUBLE)`

/** Returns null for a median of 0, which has no ratio. */
const medianOf = (arm: string): string =>
  `nullif(quantile_7(list_sort(list(value) FILTER (arm = getvariable('${arm}'))), 0.5), 0)`

const LINK = 'page, shards, down_mbps, up_mbps, rtt_ms, loss_fraction'

const CABLELABS_QUERIES: readonly ReleaseQuery[] = [
  {
    name: 'cablelabs',
    figure:
      'Lab: gains that the tables of CableLabs 2012 are made of, a condition and case a row (1: the arm, 2: a window of 10, 3: both)',
    sql: `${OPENING_LAB_RUN}
${CHOICES}
SET VARIABLE arm = 'h2';
${QUANTILES}
WITH medians AS (
  SELECT campaign_id, site, ${medianOf('baseline')} AS baseline_median, ${medianOf('arm')} AS arm_median
  FROM ${SAMPLES_WITH_VALUES} WHERE ${VALID_VALUES} AND metric = getvariable('metric') GROUP BY ALL
), conditions AS (
  SELECT lab_run_id, cell, vantage, json_extract_string(factors, '$.page') AS page, coalesce(${number('shards')}, 1) AS shards,
    ${number('downMbps')} AS down_mbps, ${number('upMbps')} AS up_mbps,
    ${number('rttMs')} AS rtt_ms, ${number('lossFraction')} AS loss_fraction,
    ${number('initcwnd')} AS initcwnd, baseline_median, arm_median
  FROM 'parquet/lab_cells.parquet' AS cells JOIN medians USING (campaign_id, site) WHERE lab_run_id = getvariable('lab_run')
), firsts AS (
  FROM conditions WHERE page IS NOT NULL AND down_mbps + up_mbps + rtt_ms + loss_fraction IS NOT NULL AND initcwnd IN (3, 10)
  QUALIFY row_number() OVER (PARTITION BY vantage, ${LINK}, initcwnd ORDER BY cell) = 1
), sides AS (
  SELECT lab_run_id, vantage, ${LINK}, max(baseline_median) FILTER (initcwnd = 3) AS baseline_median,
    max(arm_median) FILTER (initcwnd = 3) AS arm_3, max(baseline_median) FILTER (initcwnd = 10) AS baseline_10,
    max(arm_median) FILTER (initcwnd = 10) AS arm_10
  FROM firsts GROUP BY ALL
), cases AS (
  SELECT *, unnest([{'number': 1, 'median': arm_3}, {'number': 2, 'median': baseline_10}, {'number': 3, 'median': arm_10}]) AS compared
  FROM sides
)
SELECT lab_run_id, vantage, compared.number AS "case", ${LINK}, baseline_median, compared.median AS median,
  baseline_median / compared.median AS gain
FROM cases WHERE baseline_median IS NOT NULL AND compared.median IS NOT NULL ORDER BY "case", ${LINK}, vantage;
`,
  },
]

/** Sorted as the pages of the dashboard. */
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
