import { OPENING_SURVEY, type ReleaseQuery, WILSON } from './query.ts'

/** Counts as `adopts` of stats/survey has it: SQL's logic has three values as well. */
export const ANSWERS = `[
    {'row': 'http', 'yes': http},
    {'row': 'httpRedirectsToHttps', 'yes': http_redirects_to_https},
    {'row': 'h1', 'yes': h1},
    {'row': 'h2', 'yes': h2},
    {'row': 'h3', 'yes': h3},
    {'row': 'h3Handshake', 'yes': h3_handshake},
    {'row': 'h3ClaimedAltSvc', 'yes': h3_claimed_alt_svc},
    {'row': 'h3ClaimedDns', 'yes': h3_claimed_dns},
    {'row': 'h3Claimed', 'yes': h3_claimed_alt_svc OR h3_claimed_dns},
    {'row': 'h3ClaimedServed', 'yes': (h3_claimed_alt_svc OR h3_claimed_dns) AND h3},
    {'row': 'h3ClaimedNotServed', 'yes': (h3_claimed_alt_svc OR h3_claimed_dns) AND NOT h3},
    {'row': 'h3ServedNotClaimed', 'yes': NOT (h3_claimed_alt_svc OR h3_claimed_dns) AND h3},
    {'row': 'ipv6', 'yes': coalesce(ipv6, CASE WHEN ipv4 IS NULL THEN NULL ELSE false END)},
    {'row': 'hsts', 'yes': hsts},
    {'row': 'tls13', 'yes': tls_version = 'TLSv1.3'},
    {'row': 'postQuantum', 'yes': tls_group = 'X25519MLKEM768'},
    {'row': 'oneRoundTrip', 'yes': tls_round_trips <= 1},
    {'row': 'shortChain', 'yes': chain_bytes <= 3600},
    {'row': 'resumption', 'yes': resumption},
    {'row': 'earlyData', 'yes': early_data},
    {'row': 'h3EarlyData', 'yes': h3_early_data},
    {'row': 'httpsRecord', 'yes': https_record},
    {'row': 'ech', 'yes': ech},
    {'row': 'earlyHints', 'yes': early_hints}]`

/** Counts an `answer`, and whether its site is `reachable`. */
export const COUNTS = `count(*) AS sites, count(*) FILTER (reachable) AS reachable,
  count(*) FILTER (answer.yes) AS count, count(*) FILTER (answer.yes IS NULL) AS unknown,
  count(*) FILTER (answer.yes AND reachable) AS reachable_count,
  count(*) FILTER (answer.yes IS NULL AND reachable) AS reachable_unknown`

export const SHARES = `CASE WHEN unknown < sites THEN count / sites END AS share,
  CASE WHEN unknown < sites THEN wilson_low(count, sites) END AS share_low,
  CASE WHEN unknown < sites THEN wilson_high(count, sites) END AS share_high,
  CASE WHEN reachable_unknown < reachable THEN reachable_count / reachable END AS reachable_share,
  CASE WHEN reachable_unknown < reachable THEN wilson_low(reachable_count, reachable) END AS reachable_low,
  CASE WHEN reachable_unknown < reachable THEN wilson_high(reachable_count, reachable) END AS reachable_high`

export const SURVEY_QUERIES: readonly ReleaseQuery[] = [
  {
    name: 'adoption',
    figure: 'Overview: adoption of protocols, in all, by rank, by CDN, by server software and by stack',
    sql: `${OPENING_SURVEY}
${WILSON}
WITH visited AS (
  SELECT *, coalesce(rank_magnitude, greatest(100, 10 ** ceil(log10(greatest(rank, 1)))))::BIGINT AS last_rank,
    CASE WHEN rank_magnitude IS NULL THEN CASE WHEN last_rank = 100 THEN 0 ELSE last_rank // 10 END
      WHEN rank_magnitude <= 1000 THEN 0
      ELSE rank_magnitude // CASE WHEN starts_with(rank_magnitude::VARCHAR, '5') THEN 5 ELSE 2 END END AS before_rank
  FROM 'parquet/survey_sites.parquet' WHERE survey_id = getvariable('survey')
), grouped AS (
  SELECT *, unnest([
    {'kind': 'all', 'name': NULL},
    {'kind': 'rank', 'name': before_rank + 1 || '-' || last_rank},
    {'kind': 'cdn', 'name': cdn}, {'kind': 'server', 'name': server},
    {'kind': 'stack', 'name': stack}, {'kind': 'h3 stack', 'name': h3_stack}]) AS part
  FROM visited
), answers AS (
  SELECT survey_id, vantage, reachable, part, unnest(${ANSWERS}) AS answer FROM grouped
), counted AS (
  SELECT survey_id, vantage, part.kind AS "group", part.name AS name, answer.row AS row, ${COUNTS}
  FROM answers GROUP BY ALL
)
SELECT *, ${SHARES} FROM counted ORDER BY "group", sites DESC, name, row;
`,
  },
  {
    name: 'adoption-trend',
    figure: 'Overview: adoption over surveys, a line for each list and vantage point',
    sql: `${WILSON}
WITH answers AS (
  SELECT survey_id, finished_at, surveys.vantage, source, tranco_id, reachable, unnest(${ANSWERS}) AS answer
  FROM 'parquet/survey_sites.parquet' AS sites
  JOIN 'parquet/surveys.parquet' AS surveys ON surveys.id = survey_id
  JOIN 'parquet/lists.parquet' AS lists ON lists.id = list_id WHERE source <> 'command line'
), counted AS (
  SELECT survey_id, finished_at, vantage, coalesce('Tranco ' || tranco_id, source) AS list, answer.row AS row, ${COUNTS}
  FROM answers GROUP BY ALL
)
SELECT *, ${SHARES} FROM counted ORDER BY survey_id, row;
`,
  },
  {
    name: 'failures',
    figure:
      'Overview: why sites were not reached, what went wrong over each protocol, and with HTTP/1.1 responses',
    sql: `${OPENING_SURVEY}
WITH failures AS (
  SELECT survey_id, vantage, unnest([{'what': 'site', 'code': failure}, {'what': 'h1', 'code': h1_failure},
    {'what': 'h2', 'code': h2_failure}, {'what': 'h3', 'code': h3_failure}]) AS failure
  FROM 'parquet/survey_sites.parquet' WHERE survey_id = getvariable('survey')
  UNION ALL
  SELECT survey_id, vantage, {'what': 'h1 note', 'code': unnest(string_split(h1_note, ' '))}
  FROM 'parquet/survey_sites.parquet' WHERE survey_id = getvariable('survey')
)
SELECT survey_id, vantage, failure.what AS what, failure.code AS code, count(*) AS count
FROM failures WHERE failure.code IS NOT NULL GROUP BY ALL ORDER BY what, count DESC, code;
`,
  },
]
