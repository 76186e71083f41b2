/** A DuckDB script of a data set, to be run in its folder; its last statement gives the rows. */
export interface ReleaseQuery {
  /** Of its file, without `.sql`. */
  readonly name: string
  /** The figure of the dashboard that it gives the numbers of. */
  readonly figure: string
  readonly sql: string
}

/**
 * The survey that the dashboard opens with where it has these alone, as server/contract/opening-runs.ts has it: the newest
 * that is at least half as large as the largest, of those up to the newest of a list.
 */
export const OPENING_SURVEY = `SET VARIABLE survey = (
  SELECT opening.id FROM 'parquet/surveys.parquet' AS opening
  WHERE opening.id <= coalesce((SELECT max(listed.id) FROM 'parquet/surveys.parquet' AS listed
    JOIN 'parquet/lists.parquet' AS lists ON lists.id = listed.list_id WHERE lists.source <> 'command line'), opening.id)
  QUALIFY 2 * opening.sites >= max(opening.sites) OVER () ORDER BY opening.id DESC LIMIT 1);`

/** The campaign that it opens with, by the same rule: of the live ones, by their pages. */
export const OPENING_CAMPAIGN = `SET VARIABLE campaign = (
  SELECT sizes.campaign_id FROM (
    SELECT campaign_id, count(*) AS sites FROM 'parquet/campaign_sites.parquet' GROUP BY campaign_id) AS sizes
  JOIN 'parquet/campaigns.parquet' AS campaigns ON campaigns.id = sizes.campaign_id WHERE campaigns.lab_run_id IS NULL
  QUALIFY 2 * sizes.sites >= max(sizes.sites) OVER () ORDER BY sizes.campaign_id DESC LIMIT 1);`

/** The page of that campaign that is shown: its first. */
export const FIRST_SITE = `SET VARIABLE site = (
  SELECT min(site) FROM 'parquet/campaign_sites.parquet' WHERE campaign_id = getvariable('campaign'));`

export const NEWEST_LAB_RUN = `SET VARIABLE lab_run = (SELECT max(id) FROM 'parquet/lab_runs.parquet');`

/** Of lists in ascending order: the middle value, and the quantile by the R-7 method (Hyndman and Fan 1996). */
export const QUANTILES = `CREATE OR REPLACE TEMP MACRO middle(sorted) AS
  (sorted[(len(sorted) + 1) // 2] + sorted[len(sorted) // 2 + 1]) / 2;
CREATE OR REPLACE TEMP MACRO place(sorted, p) AS (len(sorted) - 1)::DOUBLE * p::DOUBLE;
CREATE OR REPLACE TEMP MACRO below(sorted, p) AS floor(place(sorted, p))::BIGINT;
CREATE OR REPLACE TEMP MACRO quantile_7(sorted, p) AS sorted[below(sorted, p) + 1] + (place(sorted, p) - below(sorted, p))
  * (coalesce(sorted[below(sorted, p) + 2], sorted[below(sorted, p) + 1]) - sorted[below(sorted, p) + 1]);`

/**
 * Ranks of the values that enclose the median with 95 % (the sign test's interval); null below 6 values. What lies five times
 * the root of n below the middle, ten standard deviations, adds nothing to a tail: of many values it is not added up.
 */
export const MEDIAN_RANKS = `CREATE OR REPLACE TEMP MACRO first_rank(n) AS greatest(0, n // 2 - 5 * ceil(sqrt(n))::BIGINT);
CREATE OR REPLACE TEMP MACRO low_rank(n) AS nullif(first_rank(n) + len(list_filter(
  list_transform(range(first_rank(n), (n + 1) // 2), lambda i: list_sum(list_transform(range(first_rank(n), i + 1),
    lambda j: exp(lgamma(n + 1) - lgamma(j + 1) - lgamma(n - j + 1) - n * ln(2))))), lambda tail: tail <= 0.025)), 0);`

/** Wilson's score interval of k of n at 95 %. */
export const WILSON = `CREATE OR REPLACE TEMP MACRO z() AS 1.959964::DOUBLE;
CREATE OR REPLACE TEMP MACRO half_width(k, n) AS
  z() * sqrt(n::DOUBLE * (k::DOUBLE / n) * (1 - k::DOUBLE / n) + z() * z() / 4);
CREATE OR REPLACE TEMP MACRO wilson_low(k, n) AS (k::DOUBLE + z() * z() / 2 - half_width(k, n)) / (n + z() * z());
CREATE OR REPLACE TEMP MACRO wilson_high(k, n) AS
  CASE WHEN k = n THEN 1 ELSE (k::DOUBLE + z() * z() / 2 + half_width(k, n)) / (n + z() * z()) END;`

/** The values that count: of valid loads of the schedule. */
export const VALID_VALUES = `samples.role = 'sample' AND samples.state = 'valid' AND value IS NOT NULL`

export const SAMPLES_WITH_VALUES = `'parquet/samples.parquet' AS samples
  JOIN 'parquet/sample_metrics.parquet' AS metrics ON metrics.sample_id = samples.id`
