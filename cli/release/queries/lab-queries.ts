import { CHOICES, GAINS_BY_PAGE } from './gain-queries.ts'
import { OPENING_LAB_RUN, QUANTILES, type ReleaseQuery, SAMPLES_WITH_VALUES, VALID_VALUES } from './query.ts'

const levelOf = (factor: string): string => `json_extract_string(factors, '$.' || getvariable('${factor}'))`

/** Gains of conditions together, as their geometric mean. */
const MEAN_GAIN = `exp(list_sum(list_transform(list(gain), lambda one: ln(one))) / count(gain))`

export const LAB_QUERIES: readonly ReleaseQuery[] = [
  {
    name: 'lab-gains',
    figure: 'Lab: gain of every arm under every condition, with its factors',
    sql: `${OPENING_LAB_RUN}
${CHOICES}
${QUANTILES}
WITH ${GAINS_BY_PAGE}
SELECT lab_run_id, cell, vantage, factors, arm, n, baseline_median, arm_median, gain
FROM gains JOIN 'parquet/lab_cells.parquet' AS cells USING (campaign_id, site)
WHERE lab_run_id = getvariable('lab_run') ORDER BY cell, arm;
`,
  },
  {
    name: 'heat-map',
    figure: 'Lab: gain of every arm over two factors',
    sql: `${OPENING_LAB_RUN}
SET VARIABLE x = 'rttMs';
SET VARIABLE y = 'lossFraction';
${CHOICES}
${QUANTILES}
WITH ${GAINS_BY_PAGE}
SELECT lab_run_id, vantage, arm, ${levelOf('x')} AS x, ${levelOf('y')} AS y, count(*) AS conditions, sum(n)::BIGINT AS n,
  ${MEAN_GAIN} AS gain, min(gain) AS worst, max(gain) AS best
FROM gains JOIN 'parquet/lab_cells.parquet' AS cells USING (campaign_id, site)
WHERE lab_run_id = getvariable('lab_run') GROUP BY ALL ORDER BY arm, x, y;
`,
  },
  {
    name: 'lines',
    figure: 'Lab: median of every arm, and its gain, over one factor',
    sql: `${OPENING_LAB_RUN}
SET VARIABLE x = 'rttMs';
${CHOICES}
${QUANTILES}
WITH ${GAINS_BY_PAGE}, medians AS (
  SELECT campaign_id, site, arm, count(*) AS valid, quantile_7(list_sort(list(value)), 0.5) AS median
  FROM loads GROUP BY ALL
)
SELECT lab_run_id, vantage, arm, ${levelOf('x')} AS x, count(*) AS conditions,
  sum(CASE WHEN arm = getvariable('baseline') THEN valid ELSE n END)::BIGINT AS n,
  exp(list_sum(list_transform(list(median), lambda one: ln(one))) / count(*)) AS median, ${MEAN_GAIN} AS gain
FROM medians LEFT JOIN gains USING (campaign_id, site, arm)
JOIN 'parquet/lab_cells.parquet' AS cells USING (campaign_id, site)
WHERE lab_run_id = getvariable('lab_run') AND median > 0 GROUP BY ALL ORDER BY arm, x;
`,
  },
  {
    name: 'efficiency',
    figure: 'Lab: the smallest time that the link allows against the measured one',
    sql: `${OPENING_LAB_RUN}
SET VARIABLE metric = 'plt_ms';
${QUANTILES}
WITH medians AS (
  SELECT campaign_id, site, arm, count(*) AS n, quantile_7(list_sort(list(value)), 0.5) AS median_ms
  FROM ${SAMPLES_WITH_VALUES} WHERE ${VALID_VALUES} AND metric = getvariable('metric') GROUP BY ALL
), conditions AS (
  SELECT *, unnest(map_entries(wire_limit_ms::JSON::MAP(VARCHAR, DOUBLE))) AS wire_limit
  FROM 'parquet/lab_cells.parquet' WHERE lab_run_id = getvariable('lab_run')
)
SELECT lab_run_id, cell, vantage, factors, arm, n, median_ms, wire_limit.value AS limit_ms,
  wire_limit.value / median_ms AS efficiency
FROM conditions JOIN medians USING (campaign_id, site)
WHERE arm = wire_limit.key AND median_ms > 0 ORDER BY cell, arm;
`,
  },
  {
    name: 'replay',
    figure: 'Replays: how faithful they were, by condition and arm (medians over valid loads)',
    sql: `${OPENING_LAB_RUN}
${QUANTILES}
WITH medians AS (
  SELECT campaign_id, site, arm, metric, count(*) AS n, quantile_7(list_sort(list(value)), 0.5) AS median
  FROM ${SAMPLES_WITH_VALUES} WHERE ${VALID_VALUES} AND starts_with(metric, 'replay_') GROUP BY ALL
)
SELECT lab_run_id, cell, vantage, factors, arm, metric, n, median
FROM 'parquet/lab_cells.parquet' AS cells JOIN medians USING (campaign_id, site)
WHERE lab_run_id = getvariable('lab_run') ORDER BY cell, arm, metric;
`,
  },
  {
    name: 'field',
    figure: 'Field: published curves of a site by protocol (contributors up to the upper end of each bin)',
    sql: `SET VARIABLE domain = (SELECT min(domain) FROM 'parquet/field_cells.parquet');
SET VARIABLE metric = 'load';
WITH bins AS (
  SELECT release_id, domain, proto, metric, contributors, samples, median_ms, low_ms, high_ms, unnest(bins::JSON::BIGINT[][]) AS bin
  FROM 'parquet/field_cells.parquet' WHERE domain = getvariable('domain') AND metric = getvariable('metric')
)
SELECT release_id, domain, proto, metric, contributors, samples, median_ms, low_ms, high_ms, bin[1] AS bin,
  1.05::DOUBLE ** (bin[1] + 1) AS to_ms, bin[2] AS contributors_in_bin,
  sum(bin[2]) OVER (PARTITION BY release_id, proto ORDER BY bin[1]) / contributors AS share
FROM bins ORDER BY release_id, proto, bin;
`,
  },
]
