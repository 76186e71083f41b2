import { CHANGE_ROWS } from '../../../figures/changes.ts'
import { type ReleaseQuery, WILSON } from './query.ts'
import { ANSWERS, COUNTS, SHARES } from './survey-queries.ts'

/** Surveys of one list from one vantage point are a series, as server/survey has it: the newest 24. */
const SERIES = `listed AS (
  SELECT surveys.id AS survey_id, finished_at, surveys.vantage, sandbox,
    CASE WHEN tranco_id IS NULL THEN source ELSE 'Tranco' END || coalesce(', first ' || (options ->> 'top'), '') AS list
  FROM 'parquet/surveys.parquet' AS surveys
  JOIN 'parquet/lists.parquet' AS lists ON lists.id = list_id WHERE source <> 'command line'
), newest AS (
  SELECT *, dense_rank() OVER (ORDER BY list, vantage, sandbox) AS series_id FROM listed
  QUALIFY row_number() OVER (PARTITION BY list, vantage, sandbox ORDER BY survey_id DESC) <= 24
), series AS (
  SELECT *, lag(survey_id) OVER (PARTITION BY series_id ORDER BY survey_id) AS before_survey_id FROM newest
), unnested AS (
  SELECT series_id, series.survey_id, domain, unnest(${ANSWERS}) AS answer
  FROM 'parquet/survey_sites.parquet' AS sites JOIN series ON series.survey_id = sites.survey_id
), answers AS (
  SELECT series_id, survey_id, domain, answer.row AS row, answer.yes AS yes FROM unnested
)`

/** Newcombe's interval for a difference of paired proportions, with corrected phi (1998, method 10). */
const PAIRED = `CREATE OR REPLACE TEMP MACRO cross_product(r, s, t, u) AS (r * u - s * t)::DOUBLE;
CREATE OR REPLACE TEMP MACRO margins(r, s, t, u) AS (r + s)::DOUBLE * (t + u) * (r + t) * (s + u);
CREATE OR REPLACE TEMP MACRO phi(r, s, t, u) AS CASE WHEN margins(r, s, t, u) = 0 THEN 0 ELSE
  CASE WHEN cross_product(r, s, t, u) > (r + s + t + u) / 2 THEN cross_product(r, s, t, u) - (r + s + t + u) / 2
  ELSE least(cross_product(r, s, t, u), 0) END / sqrt(margins(r, s, t, u)) END;
CREATE OR REPLACE TEMP MACRO spread(phi, a, b) AS sqrt(greatest(0, a * a - 2 * phi * a * b + b * b));`

export const TREND_QUERIES: readonly ReleaseQuery[] = [
  {
    name: 'adoption-common',
    figure: 'Overview: adoption over the sites that every survey of a series has',
    sql: `${WILSON}
WITH ${SERIES}, sizes AS (
  SELECT series_id, count(*) AS surveys FROM series GROUP BY ALL
), common AS (
  SELECT series_id, domain FROM answers JOIN sizes USING (series_id) GROUP BY ALL
  HAVING count(DISTINCT survey_id) = any_value(surveys)
), counted AS (
  SELECT series_id, survey_id, row, count(*) AS common_sites, count(*) FILTER (yes) AS count,
    count(*) FILTER (yes IS NULL) AS unknown
  FROM answers SEMI JOIN common USING (series_id, domain) GROUP BY ALL
)
SELECT list, vantage, sandbox, survey_id, finished_at, row, common_sites, count, unknown,
  CASE WHEN unknown < common_sites THEN count / common_sites END AS share,
  CASE WHEN unknown < common_sites THEN wilson_low(count, common_sites) END AS share_low,
  CASE WHEN unknown < common_sites THEN wilson_high(count, common_sites) END AS share_high
FROM counted JOIN series USING (series_id, survey_id) ORDER BY series_id, survey_id, row;
`,
  },
  {
    name: 'adoption-changes',
    figure:
      'Overview: what sites gained and lost from survey to survey, and what came and left with the list',
    sql: `${WILSON}
${PAIRED}
WITH ${SERIES}, known AS (
  SELECT *, yes <> lag(yes) OVER (PARTITION BY series_id, domain, row ORDER BY survey_id) AS changed
  FROM answers WHERE yes IS NOT NULL
), flapping AS (
  SELECT series_id, domain, row, true AS flaps FROM known GROUP BY ALL HAVING count(*) FILTER (changed) > 1
), later AS (
  SELECT *, true AS listed FROM answers WHERE survey_id IN (SELECT survey_id FROM series WHERE before_survey_id IS NOT NULL)
), earlier AS (
  SELECT series.series_id, series.survey_id, domain, row, yes, true AS listed
  FROM series JOIN answers ON answers.survey_id = before_survey_id
), pairs AS (
  SELECT series_id, survey_id, domain, row, earlier.listed AS was_listed, later.listed AS is_listed,
    earlier.yes AS was, later.yes AS now
  FROM earlier FULL JOIN later USING (series_id, survey_id, domain, row)
), counted AS (
  SELECT series_id, survey_id, row, count(*) FILTER (NOT was AND now) AS gained, count(*) FILTER (was AND NOT now) AS lost,
    count(*) FILTER (NOT was AND now AND flaps) AS gained_flapping,
    count(*) FILTER (was AND NOT now AND flaps) AS lost_flapping,
    count(*) FILTER (was AND now) AS kept, count(*) FILTER (NOT was AND NOT now) AS never,
    count(*) FILTER (was_listed AND is_listed AND (was IS NULL OR now IS NULL)) AS unknown,
    count(*) FILTER (was_listed IS NULL AND now) AS appeared, count(*) FILTER (is_listed IS NULL AND was) AS disappeared,
    gained + lost + kept + never AS known
  FROM pairs LEFT JOIN flapping USING (series_id, domain, row) GROUP BY ALL
), paired AS (
  SELECT *, CASE WHEN known > 0 THEN (gained - lost) / known END AS difference, phi(kept, gained, lost, never) AS phi,
    CASE WHEN known > 0 THEN (kept + gained) / known END AS share, CASE WHEN known > 0 THEN (kept + lost) / known END AS share_before
  FROM counted
)
SELECT list, vantage, sandbox, before_survey_id, survey_id, row, gained, lost, gained_flapping, lost_flapping, kept, never,
  unknown, appeared, disappeared, known, difference,
  difference - spread(phi, share - wilson_low(kept + gained, known), wilson_high(kept + lost, known) - share_before)
    AS difference_low,
  difference + spread(phi, share_before - wilson_low(kept + lost, known), wilson_high(kept + gained, known) - share)
    AS difference_high,
  least(1, (z() + 0.841621::DOUBLE) * sqrt(wilson_high(gained + lost, known) / known)) AS detectable
FROM paired JOIN series USING (series_id, survey_id) ORDER BY series_id, survey_id, row;
`,
  },
  {
    name: 'site-changes',
    figure: 'Changes: what each site began or ceased to do, from survey to survey',
    sql: `WITH ${SERIES}, known AS (
  SELECT series_id, survey_id, finished_at, list, vantage, sandbox, domain, row, yes,
    lag(yes) OVER earlier AS was, lag(survey_id) OVER earlier AS since_survey_id, lag(finished_at) OVER earlier AS since
  FROM answers JOIN series USING (series_id, survey_id) WHERE yes IS NOT NULL
  WINDOW earlier AS (PARTITION BY series_id, domain, row ORDER BY survey_id)
), changes AS (
  SELECT *, count(*) OVER (PARTITION BY series_id, domain, row) > 1 AS flapping FROM known WHERE yes <> was
)
SELECT domain, row, CASE WHEN yes THEN 'gained' ELSE 'lost' END AS change, survey_id, finished_at, since_survey_id, since,
  flapping, list, vantage, sandbox
FROM changes WHERE row IN (${CHANGE_ROWS.map((row) => `'${row}'`).join(', ')}) ORDER BY survey_id DESC, domain, row;
`,
  },
  {
    name: 'vantage-adoption',
    figure: 'Overview: adoption by vantage point, the newest survey of each list from each',
    sql: `${WILSON}
WITH ${SERIES}, latest AS (
  FROM series QUALIFY row_number() OVER (PARTITION BY series_id ORDER BY survey_id DESC) = 1
), visited AS (
  SELECT series_id, sites.survey_id, reachable, unnest(${ANSWERS}) AS answer
  FROM 'parquet/survey_sites.parquet' AS sites JOIN latest ON latest.survey_id = sites.survey_id
), counted AS (
  SELECT series_id, survey_id, answer.row AS row, ${COUNTS} FROM visited GROUP BY ALL
)
SELECT list, vantage, sandbox, survey_id, finished_at, counted.* EXCLUDE (series_id, survey_id), ${SHARES}
FROM counted JOIN latest USING (series_id, survey_id) ORDER BY list, coalesce(vantage, ''), row;
`,
  },
]
