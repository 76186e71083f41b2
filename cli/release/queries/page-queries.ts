import {
  FIRST_SITE,
  OPENING_CAMPAIGN,
  QUANTILES,
  type ReleaseQuery,
  SAMPLES_WITH_VALUES,
  VALID_VALUES,
} from './query.ts'

const PLACE = `campaign_id = getvariable('campaign') AND site = getvariable('site')`
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
