import { NEEDED } from '../../../server/defaults/default-run.ts'
import type { ReleaseQuery } from './query.ts'

/** Says which load run the dashboard opens with where it has these alone: server/defaults/default-load-run.ts. */
const OPENING_LOAD_RUN = `SET VARIABLE load_run = (
  WITH repeated AS (
    SELECT load_run_id, server, arm FROM 'parquet/loads.parquet'
    GROUP BY load_run_id, server, arm HAVING count(*) >= ${NEEDED.repetitions})
  SELECT runs.id FROM 'parquet/load_runs.parquet' AS runs
  ORDER BY runs.id IN (SELECT load_run_id FROM repeated GROUP BY load_run_id, server HAVING count(*) >= 2) DESC,
    runs.id DESC LIMIT 1);`

/** Sums in the order of the list; null where a value of it is. */
const TOTAL = `CREATE OR REPLACE TEMP MACRO total(numbers) AS list_reduce(numbers, lambda a, b: a + b);`

/** The page time of a rank among all pages, the nearest rank; null: it is longer than all that were done. */
const rankMs = (fraction: number): string =>
  `(SELECT min(us) / 1000 FROM counted WHERE counted.load = ranked.load AND counted.part = ranked.part
      AND up_to >= greatest(1, ceil(${fraction}::DOUBLE * ranked.pages)))`

/** Takes the share of the time in which it is known; null: in none. */
const shareOf = (busy: string): string => {
  const known = `ORDER BY second) FILTER (${busy} IS NOT NULL)`
  return `total(list(${busy} * length_ms ${known}) / total(list(length_ms ${known})`
}

/** Share of what happened in a second, as if evenly spread, what was `ms` earlier longer ago than the limit. */
const shareBefore = (ms: string, from: string): string =>
  `least(1, greatest(0, (to_ms - parts.sla_ms + ${ms} - at_ms) / ${from}.length_ms + 1))`

/**
 * Whole intervals of each load of the run, as stats/load/load-intervals.ts has them: pages that failed or are overdue are
 * longer than all that were done.
 */
const INTERVALS = `plans AS (
  SELECT (plan ->> '$.ramp.intervalMs')::DOUBLE AS interval_ms, (plan ->> '$.slaMs')::DOUBLE AS sla_ms
  FROM 'parquet/load_runs.parquet' WHERE id = getvariable('load_run')
), seconds AS (
  SELECT *, floor((at_ms - length_ms / 2) / interval_ms)::BIGINT AS part,
    bool_and(server_at_ms IS NULL OR server_pss_bytes IS NOT NULL) OVER (PARTITION BY load) AS is_pss_known,
    least(1, first_value(users) OVER (PARTITION BY load ORDER BY second)) AS first_users
  FROM 'parquet/load_seconds.parquet', plans WHERE load_run_id = getvariable('load_run')
), parts AS (
  SELECT load, part, any_value(interval_ms) AS interval_ms, any_value(sla_ms) AS sla_ms, any_value(first_users) AS first_users,
    max(at_ms) AS to_ms, total(list(length_ms ORDER BY second)) AS length_ms, arg_max(users, second) AS users_to,
    sum(pages_done)::BIGINT AS pages_done, sum(pages_failed)::BIGINT AS pages_failed,
    total(list(client_cpu_ms ORDER BY second)) AS cpu_ms,
    ${shareOf('client_core_busy')} AS client_core_busy, ${shareOf('server_cores_busy')} AS server_busy,
    max(server_busy_workers) AS busy_workers,
    last(CASE WHEN is_pss_known THEN server_pss_bytes ELSE server_rss_bytes END ORDER BY second) AS server_bytes,
    sum(coalesce((errors ->> '$.client_limit')::BIGINT, 0)) AS client_limits
  FROM seconds GROUP BY load, part
), timed_pages AS (
  SELECT load, second, part, at_ms, length_ms, pair[1] AS us, pair[2] AS pages
  FROM (SELECT *, unnest(page_times_us::JSON::BIGINT[][]) AS pair FROM seconds)
), times AS (
  SELECT load, part, us, sum(pages)::BIGINT AS pages FROM timed_pages GROUP BY ALL
), under_way AS (
  SELECT load, parts.part, pages_begun AS pages, ${shareBefore('0', 'seconds')} AS share
  FROM parts JOIN seconds USING (load) WHERE at_ms <= to_ms
  UNION ALL SELECT load, parts.part, -seconds.pages_failed, 1 FROM parts JOIN seconds USING (load) WHERE at_ms <= to_ms
  UNION ALL SELECT load, parts.part, -seconds.pages_done, 1
  FROM parts JOIN seconds USING (load) WHERE at_ms <= to_ms - parts.sla_ms
  UNION ALL SELECT load, parts.part, -pages, ${shareBefore('us / 1000', 'timed_pages')}
  FROM parts JOIN timed_pages USING (load) WHERE at_ms <= to_ms AND at_ms > to_ms - parts.sla_ms
), late AS (
  SELECT load, part, floor(sum(pages * share) - 3 * sqrt(sum(abs(pages) * share * (1 - share))) + 1e-9) AS pages
  FROM under_way GROUP BY load, part
), counted AS (
  SELECT *, sum(pages) OVER (PARTITION BY load, part ORDER BY us) AS up_to FROM times
), overdue AS (
  SELECT *, lag(users_to, 1, first_users) OVER (PARTITION BY load ORDER BY part) AS users_from,
    greatest(0, (SELECT pages FROM late WHERE late.load = parts.load AND late.part = parts.part))::BIGINT AS pages_overdue,
    coalesce((SELECT sum(pages) FROM times WHERE times.load = parts.load AND times.part = parts.part), 0)::BIGINT AS pages_timed
  FROM parts
), ranked AS (
  SELECT *, pages_timed + pages_failed + pages_overdue AS pages FROM overdue
  WHERE to_ms - (to_ms - length_ms) >= 0.9::DOUBLE * interval_ms
), timed AS (
  SELECT *, ${rankMs(0.5)} AS p50_ms,
    ${rankMs(0.95)} AS p95_ms,
    ${rankMs(0.99)} AS p99_ms
  FROM ranked
), intervals AS (
  SELECT load, part, to_ms - length_ms AS from_ms, to_ms, users_from, users_to, pages, pages_done, pages_failed, pages_overdue,
    pages_done / (length_ms / 1000) AS pages_per_s, p50_ms, p95_ms, p99_ms,
    pages > 0 AND coalesce(p95_ms >= sla_ms, true) AS is_over_limit,
    greatest(least(1, cpu_ms / length_ms), coalesce(client_core_busy, 0)) AS client_busy, server_busy, busy_workers, server_bytes,
    client_busy <= 0.5 AND client_limits = 0 AS has_headroom
  FROM timed
)`

/** Says by how much a measure grows with each user: the slope of its least-squares line; null for fewer than ten users. */
const slope = (measure: string): string => `(SELECT CASE WHEN count(*) >= 3 AND max(users) - min(users) >= 10
    THEN covar_pop(y, users) / var_pop(users) END
    FROM (SELECT users, ${measure} AS y FROM within WHERE within.load = loads.load) WHERE y IS NOT NULL)`

export const LOAD_QUERIES: readonly ReleaseQuery[] = [
  {
    name: 'load-intervals',
    figure: 'Load: pages per second, page times and failed pages over users, an interval of a load a row',
    sql: `${OPENING_LOAD_RUN}
${TOTAL}
WITH ${INTERVALS}
SELECT load_run_id, load, server, arm, repetition, from_ms, to_ms, users_from, users_to, pages_done, pages_failed,
  pages_overdue, pages_per_s, p50_ms, p95_ms, p99_ms, is_over_limit, client_busy, server_busy, busy_workers, server_bytes
FROM intervals JOIN 'parquet/loads.parquet' AS loads USING (load)
WHERE load_run_id = getvariable('load_run') ORDER BY load, part;
`,
  },
  {
    name: 'load-figures',
    figure: 'Load: what each load held, and what a page and a user cost its server',
    sql: `${OPENING_LOAD_RUN}
${TOTAL}
WITH ${INTERVALS}, limits AS (
  SELECT load, min(part) FILTER (is_over_limit) AS broken, max(part) AS last, max(pages_per_s) AS highest_pages_per_s,
    max(client_busy) AS client_busy, min(part) FILTER (is_over_limit OR NOT has_headroom) AS ending
  FROM intervals GROUP BY load
), cost_times AS (
  SELECT limits.load, coalesce(from_ms, (SELECT max(to_ms) FROM intervals WHERE intervals.load = limits.load)) AS cost_to_ms,
    coalesce(users_from, (SELECT arg_max(users_to, part) FROM intervals WHERE intervals.load = limits.load)) AS cost_users,
    CASE WHEN ending IS NULL THEN 'ramp' WHEN has_headroom THEN 'limit' ELSE 'client' END AS cost_end
  FROM limits LEFT JOIN intervals ON intervals.load = limits.load AND part = ending
), within AS (
  SELECT seconds.*, row_number() OVER (PARTITION BY load ORDER BY second) AS nth,
    lag(server_cpu_total_ms) OVER (PARTITION BY load ORDER BY second) AS cpu_before_ms,
    bool_and(server_at_ms IS NULL OR server_pss_bytes IS NOT NULL) OVER (PARTITION BY load) AS is_pss
  FROM seconds JOIN cost_times USING (load) WHERE at_ms - length_ms / 2 < cost_to_ms
), costs AS (
  SELECT load, max(server_cpu_total_ms) - min(server_cpu_total_ms) AS cpu_ms, sum(pages_done) FILTER (nth > 1) AS pages,
    bool_and(server_at_ms IS NOT NULL) AND NOT coalesce(bool_or(server_cpu_total_ms < cpu_before_ms), false) AS is_whole
  FROM within GROUP BY load
)
SELECT load_run_id, load, server, arm, repetition, highest_pages_per_s,
  CASE WHEN broken IS NULL THEN (SELECT users_from FROM intervals WHERE intervals.load = loads.load AND part = last)
    ELSE coalesce((SELECT arg_max(users_from, part) FROM intervals WHERE intervals.load = loads.load AND part < broken AND pages > 0), 0)
  END AS sla_users, broken IS NOT NULL AS is_limit_reached, client_busy,
  CASE WHEN is_whole AND cpu_ms >= 400 AND pages > 0 THEN cpu_ms / pages END AS cpu_ms_per_page,
  ${slope('CASE WHEN is_pss THEN server_pss_bytes ELSE server_rss_bytes END')} AS memory_bytes_per_user,
  ${slope('server_tcp_sockets + server_udp_sockets')} AS sockets_per_user, cost_to_ms, cost_users,
  CASE WHEN (facts ->> '$.cores') IS NULL THEN 'shared_core' ELSE cost_end END AS cost_end
FROM 'parquet/loads.parquet' AS loads JOIN limits USING (load) JOIN cost_times USING (load) LEFT JOIN costs USING (load)
WHERE load_run_id = getvariable('load_run') ORDER BY load;
`,
  },
]
