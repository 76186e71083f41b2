import type { Database, Query } from '../../db/connection/database.ts'

export interface FillOptions {
  readonly samples: number
  readonly sites: number
  readonly toolVersion: string
  readonly signal: AbortSignal
  readonly onProgress: (samples: number) => void
}

/** Of one transaction. */
const SAMPLES_PER_WRITE = 200_000

const ARMS = 3

/**
 * A finished campaign of made-up samples, in SQL: what a release reads, without the summaries that only the dashboard does.
 * Columns have as many digits as measured ones: a time by the program's clock has all of a double, one by the page's clock
 * ticks of 0.1 ms.
 */
export async function fillSamples(db: Database, options: FillOptions): Promise<void> {
  const { samples, sites, toolVersion, signal, onProgress } = options
  const rounds = Math.ceil(samples / sites / ARMS)
  // A crash of the machine costs a database that can be made again.
  await db.query('PRAGMA synchronous = OFF')
  await db.write(async (query) => {
    await query(
      `INSERT INTO campaigns (id, created_at, state, tool_version, seed, arms, rounds, pause_ms, browser_kind, options, sandbox,
         vantage, browser_switches, versions)
       VALUES (1, '2026-01-01T00:00:00.000Z', 'running', ?, 1, '["h1","h2","h3"]', ?, 2000, 'warm', ?, 1, 'synthetic', '{}', '{}')`,
      [toolVersion, rounds, JSON.stringify({ samples, sites })],
    )
    await query(
      `INSERT INTO campaign_sites (campaign_id, site, domain, url, rank, state, arms, strikes)
       WITH RECURSIVE sites(site) AS (SELECT 0 UNION ALL SELECT site + 1 FROM sites WHERE site < ? - 1)
       SELECT 1, site, 'site' || site || '.test', 'https://site' || site || '.test/', site + 1, 'done',
         '{"applied":["h1","h2","h3"],"leftOut":{}}', 0 FROM sites`,
      [sites],
    )
  })
  for (let first = 0; first < samples; first += SAMPLES_PER_WRITE) {
    signal.throwIfAborted()
    const end = Math.min(samples, first + SAMPLES_PER_WRITE)
    await db.write((query) => insertSamples(query, first, end, rounds))
    onProgress(end)
  }
  await db.write((query) =>
    query("UPDATE campaigns SET state = 'finished', finished_at = '2026-12-31T00:00:00.000Z' WHERE id = 1"),
  )
}

/** 0 to 1, with as many digits as a double has. */
const RANDOM = '(0.5 + random() / 18446744073709551616.0)'

/** A reading of the program's clock, in steps of a nanosecond: the difference of two of them has digits of both. */
const START_MS = '(i * 731.25)'

async function insertSamples(query: Query, first: number, end: number, rounds: number): Promise<void> {
  const numbers = `WITH RECURSIVE numbers(i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM numbers WHERE i < ${end} - 1)`
  const site = `(i / ${rounds * ARMS})`
  const arm = `(i % ${ARMS})`
  const isValid = 'i % 50 <> 7'
  await query(
    `INSERT INTO samples (id, campaign_id, site, arm, round, role, place, position, state, reason, detail, attempt, owner, started_at,
       wall_ms, cpu_busy_fraction, cpu_other_fraction, browser_no, load_no, status, protocol, final_url, remote_address, server)
     ${numbers}
     SELECT i + 1, 1, ${site}, CASE ${arm} WHEN 0 THEN 'h1' WHEN 1 THEN 'h2' ELSE 'h3' END, i / ${ARMS} % ${rounds}, 'sample', i, ${arm},
       CASE WHEN ${isValid} THEN 'valid' ELSE 'failed' END, CASE WHEN ${isValid} THEN NULL ELSE 'tcp_timeout' END,
       CASE WHEN ${isValid} THEN NULL ELSE 'no answer' END, 1, 'bench',
       strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + i * 2.137, 'unixepoch'), round(${START_MS} + 300 + 900 * ${RANDOM}, 6) - ${START_MS},
       (i * 7919 % 97) / 97.0, 0, i / 100000, i % 1000, 200,
       CASE ${arm} WHEN 0 THEN 'http/1.1' WHEN 1 THEN 'h2' ELSE 'h3' END, 'https://site' || ${site} || '.test/',
       '198.18.' || (${site} / 250) || '.' || (${site} % 250), 'Caddy' FROM numbers`,
  )
  await query(
    `INSERT INTO sample_metrics (sample_id, metric, value, note)
     ${numbers} SELECT i + 1, 'plt_ms', round(280 + 880 * ${RANDOM}, 1), NULL FROM numbers WHERE ${isValid}`,
  )
}
