import { NEEDED } from '../../../server/defaults/default-run.ts'
import { FIRST_LOOK } from '../../../stats/comparison/compare-arms.ts'

/** A DuckDB script of a data set, to be run in its folder; its last statement gives the rows. */
export interface ReleaseQuery {
  /** Name of its file, without `.sql`. */
  readonly name: string
  /** The figure of the dashboard that it gives the numbers of. */
  readonly figure: string
  readonly sql: string
}

/** Says which survey the dashboard opens with where it has these alone, as server/defaults/default-survey.ts has it. */
export const OPENING_SURVEY = `SET VARIABLE survey = (
  WITH answered AS (
    SELECT survey_id FROM 'parquet/survey_sites.parquet' WHERE reachable GROUP BY survey_id HAVING count(*) >= ${NEEDED.sites})
  SELECT surveys.id FROM 'parquet/surveys.parquet' AS surveys
  JOIN 'parquet/lists.parquet' AS lists ON lists.id = surveys.list_id
  ORDER BY lists.source <> 'command line' AND surveys.id IN (FROM answered) DESC, lists.source <> 'command line' DESC,
    surveys.id DESC LIMIT 1);`

/** Pages with as many rounds in which the baseline and another arm both have a valid load as an interval over rounds needs. */
const PAIRED = `paired AS (
  SELECT one.campaign_id, one.site, two.arm
  FROM 'parquet/samples.parquet' AS one JOIN 'parquet/samples.parquet' AS two
    ON two.campaign_id = one.campaign_id AND two.site = one.site AND two.round = one.round AND two.arm <> one.arm
  JOIN 'parquet/campaigns.parquet' AS campaigns ON campaigns.id = one.campaign_id
  WHERE one.arm = CASE WHEN campaigns.arms LIKE '%"h1"%' THEN 'h1' ELSE campaigns.arms ->> '$[0]' END
    AND one.role = 'sample' AND two.role = 'sample' AND one.state = 'valid' AND two.state = 'valid'
  GROUP BY one.campaign_id, one.site, two.arm, campaigns.rounds, campaigns.options
  HAVING count(*) >= CASE WHEN campaigns.options ->> '$.untilCi' IS NULL THEN ${NEEDED.rounds}
    ELSE greatest(${NEEDED.rounds}, least(${FIRST_LOOK}, campaigns.rounds)) END)`

/** Says which campaign it opens with: server/defaults/default-campaign.ts. */
export const OPENING_CAMPAIGN = `SET VARIABLE campaign = (
  WITH ${PAIRED}, answering AS (
    SELECT campaign_id FROM paired GROUP BY campaign_id, arm HAVING count(*) >= ${NEEDED.sites})
  SELECT campaigns.id FROM 'parquet/campaigns.parquet' AS campaigns
  LEFT JOIN 'parquet/surveys.parquet' AS surveys ON surveys.id = campaigns.survey_id
  LEFT JOIN 'parquet/lists.parquet' AS lists ON lists.id = surveys.list_id
  WHERE campaigns.lab_run_id IS NULL
  ORDER BY campaigns.id IN (FROM answering) DESC, coalesce(lists.source = 'command line', false), campaigns.id DESC LIMIT 1);`

/** The page of that campaign that is shown: its first. */
export const FIRST_SITE = `SET VARIABLE site = (
  SELECT min(site) FROM 'parquet/campaign_sites.parquet' WHERE campaign_id = getvariable('campaign'));`

/** Says which lab run it opens with: server/defaults/default-lab-run.ts. */
export const OPENING_LAB_RUN = `SET VARIABLE lab_run = (
  WITH ${PAIRED}
  SELECT runs.id FROM 'parquet/lab_runs.parquet' AS runs
  ORDER BY runs.id IN (SELECT campaigns.lab_run_id FROM paired
    JOIN 'parquet/campaigns.parquet' AS campaigns ON campaigns.id = paired.campaign_id) DESC, runs.id DESC LIMIT 1);`

/** Takes lists in ascending order: the middle value, and the quantile by the R-7 method (Hyndman and Fan 1996). */
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
