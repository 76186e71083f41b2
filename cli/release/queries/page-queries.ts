import { COMPOSITION_METRICS } from '../../../model/composition-metrics.ts'
import {
  FIRST_SITE,
  OPENING_CAMPAIGN,
  QUANTILES,
  type ReleaseQuery,
  SAMPLES_WITH_VALUES,
  VALID_VALUES,
} from './query.ts'

const PLACE = `campaign_id = getvariable('campaign') AND site = getvariable('site')`
/** Counted since the start of the navigation to the document that is shown (docs/metrics.md), but for the load event's. */
const MARKS = ['ttfb_ms', 'fcp_ms', 'lcp_ms', 'dcl_ms', 'plt_ms'] as const
const TABLE = '[0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99]'

/** Mean and median of several metrics of a page, by arm. */
function means(metrics: string): string {
  return `WITH loads AS (
  SELECT campaign_id, site, vantage, arm, metric, list_sort(list(value)) AS sorted FROM ${SAMPLES_WITH_VALUES}
  WHERE ${VALID_VALUES} AND ${PLACE} AND ${metrics} GROUP BY ALL
)
SELECT campaign_id, site, vantage, arm, metric, len(sorted) AS n,
  list_reduce(sorted, lambda a, b: a + b) / len(sorted) AS mean, quantile_7(sorted, 0.5) AS median
FROM loads ORDER BY arm, metric;
`
}

export const PAGE_QUERIES: readonly ReleaseQuery[] = [
  {
    name: 'distribution',
    figure: 'Site: distribution of a metric under every arm (quantiles)',
    sql: `${OPENING_CAMPAIGN}
${FIRST_SITE}
SET VARIABLE metric = 'plt_ms';
${QUANTILES}
WITH loads AS (
  SELECT campaign_id, site, vantage, arm, list_sort(list(value)) AS sorted FROM ${SAMPLES_WITH_VALUES}
  WHERE ${VALID_VALUES} AND ${PLACE} AND metric = getvariable('metric') GROUP BY ALL
), shares AS (SELECT *, unnest(${TABLE}::DOUBLE[]) AS p FROM loads)
SELECT campaign_id, site, vantage, arm, len(sorted) AS n, sorted[1] AS min, sorted[len(sorted)] AS max, p,
  quantile_7(sorted, p) AS value FROM shares ORDER BY arm, p;
`,
  },
  {
    name: 'series',
    figure: 'Site: a metric over rounds and time, with the loads that do not count',
    sql: `${OPENING_CAMPAIGN}
${FIRST_SITE}
SET VARIABLE metric = 'plt_ms';
SELECT campaign_id, site, vantage, arm, round, id AS sample_id, started_at, state, reason,
  CASE WHEN state = 'valid' THEN value END AS value
FROM 'parquet/samples.parquet' AS samples
LEFT JOIN 'parquet/sample_metrics.parquet' AS metrics ON sample_id = samples.id AND metric = getvariable('metric')
WHERE ${PLACE} AND role = 'sample' ORDER BY round, arm;
`,
  },
  {
    name: 'phases',
    figure: 'Site: phases of the requests of a page, under every arm',
    sql: `${OPENING_CAMPAIGN}
${FIRST_SITE}
${QUANTILES}
${means("starts_with(metric, 'phase_ms.')")}`,
  },
  {
    name: 'protocols',
    figure: 'Site: protocols that the requests of a page came by, under every arm',
    sql: `${OPENING_CAMPAIGN}
${FIRST_SITE}
${QUANTILES}
${means("metric IN ('share_h1', 'share_h2', 'share_h3')")}`,
  },
  {
    name: 'median-loads',
    figure: 'Site: the load in the middle of every arm, of which waterfall and filmstrip are, with its marks',
    sql: `${OPENING_CAMPAIGN}
${FIRST_SITE}
WITH loads AS (
  SELECT samples.id AS sample_id, campaign_id, site, vantage, arm, round, metric, value FROM ${SAMPLES_WITH_VALUES}
  WHERE ${VALID_VALUES} AND ${PLACE} AND metric IN ('tow_setup_ms', 'plt_ms')
), choices AS (
  SELECT arm, CASE WHEN bool_or(metric = 'tow_setup_ms') THEN 'tow_setup_ms' ELSE 'plt_ms' END AS metric FROM loads GROUP BY arm
), medians AS (
  SELECT arm, metric, count(*) AS n, list_sort(list(value))[(count(*) + 1) // 2] AS value
  FROM loads JOIN choices USING (arm, metric) GROUP BY ALL
), chosen AS (
  SELECT loads.*, n FROM loads JOIN medians USING (arm, metric, value)
  QUALIFY row_number() OVER (PARTITION BY arm ORDER BY round) = 1
), marks AS (
  SELECT sample_id, ${MARKS.map((mark) => `any_value(value) FILTER (metric = '${mark}') AS ${mark}`).join(',\n    ')}
  FROM 'parquet/sample_metrics.parquet' WHERE value IS NOT NULL GROUP BY sample_id
)
SELECT campaign_id, site, vantage, arm, sample_id, round, metric AS chosen_by, value, n, ${MARKS.join(', ')}
FROM chosen JOIN marks USING (sample_id) ORDER BY arm;
`,
  },
  {
    name: 'page-facts',
    figure: 'Pages: what each page of a campaign is made of, under every arm (medians)',
    sql: `${OPENING_CAMPAIGN}
${QUANTILES}
SELECT campaign_id, site, samples.vantage AS vantage, domain, rank, arm, metric, count(*) AS n,
  middle(list_sort(list(value))) AS median
FROM ${SAMPLES_WITH_VALUES}
  JOIN 'parquet/campaign_sites.parquet' AS pages USING (campaign_id, site)
WHERE ${VALID_VALUES} AND campaign_id = getvariable('campaign') AND round < 512
  AND metric IN (${COMPOSITION_METRICS.map((metric) => `'${metric}'`).join(', ')})
GROUP BY ALL ORDER BY rank, domain, site, arm, metric;
`,
  },
  {
    name: 'composition',
    figure:
      'Pages: distribution of what pages are made of, over the sites of a campaign (quantiles of medians)',
    sql: `${OPENING_CAMPAIGN}
SET VARIABLE metric = 'domains';
${QUANTILES}
WITH medians AS (
  SELECT campaign_id, site, vantage, arm, middle(list_sort(list(value))) AS median FROM ${SAMPLES_WITH_VALUES}
  WHERE ${VALID_VALUES} AND campaign_id = getvariable('campaign') AND metric = getvariable('metric') AND round < 512
  GROUP BY ALL
), curves AS (
  SELECT campaign_id, vantage, arm, list_sort(list(median)) AS sorted FROM medians GROUP BY ALL
), shares AS (SELECT *, unnest(${TABLE}::DOUBLE[]) AS p FROM curves)
SELECT campaign_id, vantage, arm, len(sorted) AS n, sorted[1] AS min, sorted[len(sorted)] AS max, p,
  quantile_7(sorted, p) AS value FROM shares ORDER BY arm, p;
`,
  },
]
