import { FLAT_PREFIX, GRAPH_PREFIX } from '../../../model/lab-page-name.ts'
import { MEDIAN_RANKS, OPENING_LAB_RUN, QUANTILES, type ReleaseQuery, WILSON } from './query.ts'

/** The loads of all conditions of a run, with metrics as columns: null in loads that do not count. @param metrics in SQL */
function labLoads(metrics: Readonly<Record<string, string>>): string {
  const values = Object.keys(metrics).map(
    (name) => `CASE WHEN samples.state = 'valid' THEN ${name}.value END AS ${name}`,
  )
  const joins = Object.entries(metrics).map(
    ([name, metric]) =>
      `LEFT JOIN 'parquet/sample_metrics.parquet' AS ${name} ON ${name}.sample_id = samples.id AND ${name}.metric = ${metric}`,
  )
  return `loads AS (
  SELECT lab_run_id, cells.vantage AS vantage, cell, factors, arm, ${values.join(', ')}
  FROM 'parquet/lab_cells.parquet' AS cells JOIN 'parquet/samples.parquet' AS samples USING (campaign_id, site)
  ${joins.join('\n  ')}
  WHERE lab_run_id = getvariable('lab_run') AND role = 'sample'
)`
}

const IS_FLAT = `coalesce(regexp_matches(json_extract_string(factors, '$.page'), '^(${GRAPH_PREFIX})?${FLAT_PREFIX}'), false)`

/** Figures over all loads of a lab run together: its conditions are chosen, so they are of this choice. */
export const LAB_LOAD_QUERIES: readonly ReleaseQuery[] = [
  {
    name: 'lab-distribution',
    figure: 'Lab: distribution of a metric over all loads of a run, under every arm (retransmissions)',
    sql: `${OPENING_LAB_RUN}
SET VARIABLE metric = 'retransmissions';
${QUANTILES}
${WILSON}
WITH ${labLoads({ measured: "getvariable('metric')" })}, curves AS (
  SELECT lab_run_id, vantage, arm, count(DISTINCT cell) FILTER (measured IS NOT NULL) AS conditions,
    count(measured) AS n, count(*) - count(measured) AS left_out, count(*) FILTER (measured = 0) AS zeros,
    list_sort(list(measured) FILTER (measured IS NOT NULL)) AS sorted
  FROM loads GROUP BY ALL
), means AS (
  SELECT *, list_reduce(sorted, lambda a, b: a + b) / n AS mean FROM curves
), shares AS (
  SELECT *, unnest(CASE WHEN n > 0 THEN list_transform(range(0, 201), lambda step: step / 200) ELSE [NULL] END) AS p FROM means
)
SELECT lab_run_id, vantage, arm, conditions, n, left_out, mean, CASE WHEN n > 0 THEN zeros / n END AS zero_share,
  CASE WHEN n > 0 THEN wilson_low(zeros, n) END AS zero_share_low,
  CASE WHEN n > 0 THEN wilson_high(zeros, n) END AS zero_share_high,
  CASE WHEN n > 0 THEN least(1, sqrt(ln(2 / 0.05::DOUBLE) / (2 * n))) END AS band, p, quantile_7(sorted, p) AS value
FROM shares ORDER BY vantage, arm, p;
`,
  },
  {
    name: 'path-shares',
    figure: 'Lab: network and computation as shares of the page load time, under every arm (graphs alone)',
    sql: `${OPENING_LAB_RUN}
${QUANTILES}
${MEDIAN_RANKS}
WITH ${labLoads({ network: "'path_network_share'", compute: "'path_compute_share'" })}, curves AS (
  SELECT lab_run_id, vantage, arm, ${IS_FLAT} AS without_dependencies,
    count(DISTINCT cell) FILTER (network IS NOT NULL) AS conditions, count(network) AS n,
    count(*) - count(network) AS left_out, count(compute) AS compute_n,
    list_sort(list(network) FILTER (network IS NOT NULL)) AS networks,
    list_sort(list(compute) FILTER (compute IS NOT NULL)) AS computings
  FROM loads GROUP BY ALL
), ranked AS (SELECT *, low_rank(n) AS low, low_rank(compute_n) AS compute_low_rank FROM curves)
SELECT lab_run_id, vantage, arm, without_dependencies, conditions, n, left_out,
  quantile_7(networks, 0.5) AS network, networks[low] AS network_low, networks[n + 1 - low] AS network_high,
  quantile_7(computings, 0.5) AS compute, computings[compute_low_rank] AS compute_low,
  computings[compute_n + 1 - compute_low_rank] AS compute_high
FROM ranked ORDER BY vantage, without_dependencies, arm;
`,
  },
]
