import { chunkIndex, type Point, packChunk, ROUNDS_PER_CHUNK } from '../rows/packed-chunk.ts'
import { createTable, type Dialect, type Query, type Table } from '../rows/table.ts'

const ARMS = ['http', 'h1', 'h2', 'h3', 'h3-altsvc'] as const

const SERIES: Table = {
  name: 'series',
  columns: {
    campaign_id: { type: 'integer' },
    site: { type: 'integer' },
    metric: { type: 'text' },
    arm: { type: 'text', oneOf: ARMS },
    n: { type: 'integer', min: 0 },
    revision: { type: 'integer', min: 1 },
  },
  constraints: [
    'PRIMARY KEY (campaign_id, site, metric, arm)',
    'FOREIGN KEY (campaign_id, site) REFERENCES campaign_sites (campaign_id, site)',
  ],
  indexes: [],
}

const SERIES_CHUNKS: Table = {
  name: 'series_chunks',
  columns: {
    campaign_id: { type: 'integer' },
    site: { type: 'integer' },
    metric: { type: 'text' },
    arm: { type: 'text' },
    chunk: { type: 'integer', min: 0 },
    n: { type: 'integer', min: 1 },
    packed_rounds: { type: 'blob' },
    packed_values: { type: 'blob' },
  },
  constraints: [
    'PRIMARY KEY (campaign_id, site, metric, arm, chunk)',
    'FOREIGN KEY (campaign_id, site, metric, arm) REFERENCES series (campaign_id, site, metric, arm)',
    'CHECK (octet_length(packed_rounds) = 4 * n)',
    'CHECK (octet_length(packed_values) = 8 * n)',
  ],
  indexes: [],
}

const SAMPLE_TALLIES: Table = {
  name: 'sample_tallies',
  columns: {
    campaign_id: { type: 'integer' },
    site: { type: 'integer' },
    arm: { type: 'text', oneOf: ARMS },
    state: { type: 'text', oneOf: ['valid', 'invalid', 'failed'] },
    reason: { type: 'text', nullable: true },
    samples: { type: 'integer', min: 1 },
  },
  constraints: [
    'FOREIGN KEY (campaign_id, site) REFERENCES campaign_sites (campaign_id, site)',
    "CHECK ((state = 'valid') = (reason IS NULL))",
  ],
  // A primary key cannot hold the NULL of a valid sample's reason.
  indexes: [
    "CREATE UNIQUE INDEX sample_tallies_key ON sample_tallies (campaign_id, site, arm, state, coalesce(reason, ''))",
  ],
}

const COMPARISONS: Table = {
  name: 'comparisons',
  columns: {
    campaign_id: { type: 'integer' },
    site: { type: 'integer' },
    metric: { type: 'text' },
    baseline: { type: 'text', oneOf: ARMS },
    arm: { type: 'text', oneOf: ARMS },
    baseline_revision: { type: 'integer', min: 1 },
    arm_revision: { type: 'integer', min: 1 },
    rounds: { type: 'integer', min: 0 },
    result: { type: 'json' },
    computed_at: { type: 'text' },
  },
  constraints: [
    'PRIMARY KEY (campaign_id, site, metric, baseline, arm)',
    'FOREIGN KEY (campaign_id, site, metric, baseline) REFERENCES series (campaign_id, site, metric, arm)',
    'FOREIGN KEY (campaign_id, site, metric, arm) REFERENCES series (campaign_id, site, metric, arm)',
    'CHECK (baseline <> arm)',
  ],
  indexes: [],
}

const DATA_VERSION: Table = {
  name: 'data_version',
  columns: { id: { type: 'integer' }, version: { type: 'counter' } },
  constraints: ['PRIMARY KEY (id)', 'CHECK (id = 1)'],
  indexes: [],
}

/** Sums samples up as they are recorded, for those who cannot wait for a million of them to be read. */
export async function up(query: Query, dialect: Dialect): Promise<void> {
  for (const table of [SERIES, SERIES_CHUNKS, SAMPLE_TALLIES, COMPARISONS, DATA_VERSION]) {
    for (const statement of createTable(table, dialect)) await query(statement)
  }
  await query('INSERT INTO data_version (id, version) VALUES (1, 0)')
  await query(
    `INSERT INTO sample_tallies (campaign_id, site, arm, state, reason, samples)
     SELECT campaign_id, site, arm, state, reason, count(*) FROM samples
     WHERE role = 'sample' AND state <> 'pending' GROUP BY campaign_id, site, arm, state, reason`,
  )
  await packSeries(query)
}

interface Ends {
  readonly campaign_id: number
  readonly site: number
  readonly last: number
}

interface RecordedValue extends Point {
  readonly arm: string
  readonly metric: string
}

/** The series of what was recorded so far, a chunk of a site's rounds at a time. */
async function packSeries(query: Query): Promise<void> {
  const rowsOf = async <T>(sql: string, bindings: readonly (number | string | Buffer)[] = []): Promise<T[]> =>
    (await query(sql, bindings)) as readonly unknown[] as T[]
  const sites = await rowsOf<Ends>(
    `SELECT campaign_id, site, max(round) AS last FROM samples WHERE role = 'sample' AND state = 'valid'
     GROUP BY campaign_id, site`,
  )
  for (const { campaign_id: campaignId, site, last } of sites) {
    for (let chunk = 0; chunk <= chunkIndex(last); chunk += 1) {
      const values = await rowsOf<RecordedValue>(
        `SELECT arm, metric, round, value FROM samples JOIN sample_metrics ON sample_id = samples.id
         WHERE campaign_id = ? AND site = ? AND round >= ? AND round < ? AND role = 'sample' AND state = 'valid'
           AND value IS NOT NULL ORDER BY round`,
        [campaignId, site, chunk * ROUNDS_PER_CHUNK, (chunk + 1) * ROUNDS_PER_CHUNK],
      )
      for (const points of Map.groupBy(values, ({ arm, metric }) => `${arm} ${metric}`).values()) {
        const { metric, arm } = points[0] as RecordedValue
        const key = [campaignId, site, metric, arm]
        await rowsOf(
          `INSERT INTO series (campaign_id, site, metric, arm, n, revision) VALUES (?, ?, ?, ?, ?, 1)
           ON CONFLICT (campaign_id, site, metric, arm) DO UPDATE SET n = series.n + excluded.n`,
          [...key, points.length],
        )
        const packed = packChunk(points)
        await rowsOf(
          `INSERT INTO series_chunks (campaign_id, site, metric, arm, chunk, n, packed_rounds, packed_values)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          [...key, chunk, points.length, Buffer.from(packed.rounds), Buffer.from(packed.values)],
        )
      }
    }
  }
}
