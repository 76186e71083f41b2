import { GRAPH_PREFIX } from '../../../model/lab-page-name.ts'
import { DEFAULT_METRIC } from '../../../model/metrics.ts'
import { OPENING_LAB_RUN, QUANTILES, type ReleaseQuery, SAMPLES_WITH_VALUES, VALID_VALUES } from './query.ts'

const QUIC = '"initialWindowBytes": "DOUBLE", "datagramBytes": "DOUBLE"'

/** Each once, ascending; null for none. */
const each = (packets: string): string => `nullif(list_sort(list_distinct(${packets})), [])`

/**
 * Conditions of which somebody set the initial window, with the windows that were read back, and the one that differs in
 * nothing but the smallest window: as server/lab/window-groups.ts and window-read-back.ts have it.
 */
const WINDOWS = `known AS (
  SELECT cells.lab_run_id AS lab_run_id, cell, campaign_id, site, cells.vantage AS vantage, configured_link, wire_limit_ms, link,
    json_extract_string(factors, '$.initcwnd')::DOUBLE AS packets,
    json_merge_patch(factors::JSON, '{"initcwnd": null}'::JSON)::VARCHAR AS others
  FROM 'parquet/lab_cells.parquet' AS cells JOIN 'parquet/campaigns.parquet' AS campaigns ON campaigns.id = campaign_id
  WHERE cells.lab_run_id = getvariable('lab_run') AND json_type(factors, '$.initcwnd') IN ('UBIGINT', 'BIGINT', 'DOUBLE')
), served AS (
  SELECT *, coalesce(from_json(json_extract(link, '$.served.facts.addresses'), '["VARCHAR"]'), []) AS own_addresses,
    from_json(json_extract(link, '$.served.accepted'), '[{"client": "VARCHAR", "initialWindowPackets": "DOUBLE"}]') AS accepted,
    from_json(json_extract(link, '$.served.quicAccepted'), '[{${QUIC}}]') AS quic_accepted,
    from_json(json_extract(link, '$.served.facts.quic'), '{${QUIC}}') AS quic_stated
  FROM known
), windows AS (
  SELECT * EXCLUDE (link, own_addresses, accepted, quic_accepted, quic_stated),
    ${each(`list_transform(
      list_filter(accepted, lambda one: NOT list_contains(own_addresses, one['client'])), lambda one: one['initialWindowPackets'])`)} AS tcp,
    ${each(`list_transform(CASE WHEN len(quic_accepted) > 0 THEN quic_accepted ELSE [quic_stated] END,
      lambda one: one['initialWindowBytes'] / one['datagramBytes'])`)} AS quic,
    first_value(cell) OVER (PARTITION BY others, vantage ORDER BY packets, cell) AS smallest
  FROM served
)`

const readBack = (of: string): string =>
  `CASE arm WHEN 'recorded' THEN NULL WHEN 'h3' THEN ${of}.quic ELSE ${of}.tcp END`
const limit = (of: string): string => `map_extract(${of}.wire_limit_ms::JSON::MAP(VARCHAR, DOUBLE), arm)[1]`

export const WINDOW_QUERIES: readonly ReleaseQuery[] = [
  {
    name: 'initial-window',
    figure: 'Lab: gain of a larger initial window, measured and expected (without the curves of the model)',
    sql: `${OPENING_LAB_RUN}
${QUANTILES}
WITH ${WINDOWS}, loads AS (
  SELECT campaign_id, site, arm, round, value FROM ${SAMPLES_WITH_VALUES}
  WHERE ${VALID_VALUES} AND metric = '${DEFAULT_METRIC}' AND value > 0
), medians AS (
  SELECT large.cell AS large_cell, small.cell AS small_cell, large_loads.arm AS arm, count(*) AS n,
    middle(list_sort(list(small_loads.value))) AS small_median_ms, middle(list_sort(list(large_loads.value))) AS large_median_ms
  FROM windows AS large JOIN windows AS small ON small.cell = large.smallest AND small.cell <> large.cell
  JOIN loads AS large_loads ON large_loads.campaign_id = large.campaign_id AND large_loads.site = large.site
  JOIN loads AS small_loads ON small_loads.campaign_id = small.campaign_id AND small_loads.site = small.site
    AND small_loads.arm = large_loads.arm AND small_loads.round = large_loads.round
  GROUP BY ALL
), compared AS (
  SELECT large.lab_run_id, small_cell, large_cell, large.vantage, large.others AS factors, arm,
    small.packets AS small_window, large.packets AS large_window,
    ${readBack('small')} AS small_read_back, ${readBack('large')} AS large_read_back,
    coalesce(list_contains(small_read_back, small_window) AND list_contains(large_read_back, large_window), false) AS is_read_back,
    n, small_median_ms, large_median_ms,
    CASE WHEN json_extract_string(small.configured_link, '$.downTrace') IS NULL
      THEN ${limit('small')} / nullif(${limit('large')}, 0) END AS expected_gain
  FROM medians JOIN windows AS small ON small.cell = small_cell JOIN windows AS large ON large.cell = large_cell
)
SELECT lab_run_id, small_cell, large_cell, vantage, factors, arm,
  nullif(regexp_extract(json_extract_string(factors, '$.page'), '^(${GRAPH_PREFIX})?single-([0-9]+)$', 2), '')::BIGINT AS file_bytes,
  small_window, large_window, small_read_back, large_read_back, is_read_back, n, small_median_ms, large_median_ms,
  CASE WHEN is_read_back THEN small_median_ms / large_median_ms END AS gain, expected_gain
FROM compared ORDER BY small_cell, large_window, large_cell, arm;
`,
  },
]
