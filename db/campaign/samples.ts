import type { Arm } from '../../model/arm.ts'
import type { FailureCode } from '../../model/failure-codes.ts'
import type { InvalidReason, SampleRole, Verdict } from '../../model/sample.ts'
import type { ScheduledSample } from '../../model/scheduled-sample.ts'
import { withoutPaths } from '../../model/without-paths.ts'
import type { Database, Query, Row } from '../connection/database.ts'
import { whereEqual } from '../connection/where-equal.ts'
import { encodeJsonRow, jsonField, jsonRows } from '../rows/json.ts'
import { asNumber, asWord, recordReader } from '../rows/record.ts'
import type { ColumnType, Dialect } from '../rows/table.ts'

export type SampleState = 'pending' | 'valid' | 'invalid' | 'failed'

/** Result of one load, beside its metrics and artifacts. Null: not known. */
export interface SampleResult {
  readonly verdict: Verdict
  /** Wall time of the load's start, ISO 8601; null where no load was started. */
  readonly startedAt: string | null
  readonly wallMs: number | null
  /** Share of all cores, while the page loaded. */
  readonly cpuBusyFraction: number | null
  /** The part of it that was not the browser's. */
  readonly cpuOtherFraction: number | null
  /** Says which browser process of the campaign, and which of its loads. */
  readonly browserNo: number | null
  readonly loadNo: number | null
  /** Status of the main document, after redirects, as are the five that follow. */
  readonly status: number | null
  /** ALPN name. */
  readonly protocol: string | null
  readonly finalUrl: string | null
  readonly remoteAddress: string | null
  /** The Server header. */
  readonly server: string | null
  /** File where the capture was kept. */
  readonly pcapFile: string | null
}

/** All of a result but its verdict, where no load was started. */
export const NO_LOAD: Omit<SampleResult, 'verdict'> = {
  startedAt: null,
  wallMs: null,
  cpuBusyFraction: null,
  cpuOtherFraction: null,
  browserNo: null,
  loadNo: null,
  status: null,
  protocol: null,
  finalUrl: null,
  remoteAddress: null,
  server: null,
  pcapFile: null,
}

export interface SampleRow extends Omit<SampleResult, 'verdict'> {
  readonly id: number
  readonly site: number
  readonly arm: Arm
  readonly round: number
  readonly role: SampleRole
  /** Place in the order of the whole campaign, and in the round of its site, both from 0; null for all but samples. */
  readonly place: number | null
  readonly position: number | null
  readonly state: SampleState
  readonly reason: InvalidReason | FailureCode | null
  readonly detail: string | null
  readonly attempt: number
  /** Says how often its round was taken before, and spoilt by a busy machine. */
  readonly repeatNo: number
}

/** Says why a sample does not count: an invalid one's reason or a failed one's code; null for a valid one. */
export function verdictReason(verdict: Verdict): InvalidReason | FailureCode | null {
  if (verdict.state === 'valid') return null
  return verdict.state === 'failed' ? verdict.failure : verdict.reason
}

const RESULT_NAMES = Object.keys(NO_LOAD) as (keyof typeof NO_LOAD)[]

/** The columns of a result: of its verdict, then those of `NO_LOAD` in their order. */
export const RESULT_COLUMNS = {
  state: 'text',
  reason: 'text',
  detail: 'text',
  started_at: 'text',
  wall_ms: 'real',
  cpu_busy_fraction: 'real',
  cpu_other_fraction: 'real',
  browser_no: 'integer',
  load_no: 'integer',
  status: 'integer',
  protocol: 'text',
  final_url: 'text',
  remote_address: 'text',
  server: 'text',
  pcap_file: 'text',
} as const satisfies Record<string, ColumnType>

/** A result as one row of `jsonRows`. */
export function encodeResult({ verdict, ...result }: SampleResult): string {
  return encodeJsonRow([
    verdict.state,
    verdictReason(verdict),
    verdict.state === 'valid' || verdict.detail === null ? null : withoutPaths(verdict.detail),
    ...RESULT_NAMES.map((name) => result[name]),
  ])
}

const SAMPLES_PER_INSERT = 1_000

/** Inserts the samples of a schedule, pending, in its order. Resolves to their number. */
export async function insertSchedule(
  query: Query,
  dialect: Dialect,
  campaignId: number,
  schedule: Iterable<ScheduledSample>,
): Promise<number> {
  const types = ['integer', 'integer', 'text', 'integer', 'integer'] as const
  const insert = `INSERT INTO samples (campaign_id, place, site, arm, round, position, role, state, attempt)
    SELECT ${campaignId}, ${types.map((type, index) => jsonField(dialect, index, type)).join(', ')}, 'sample', 'pending', 0
    FROM ${jsonRows(dialect)}`
  let place = 0
  let rows: string[] = []
  const flush = async (): Promise<void> => {
    if (rows.length > 0) await query(insert, [`[${rows.join(',')}]`])
    rows = []
  }
  for (const { site, arm, round, position } of schedule) {
    rows.push(encodeJsonRow([place, site, arm, round, position]))
    place += 1
    if (rows.length === SAMPLES_PER_INSERT) await flush()
  }
  await flush()
  return place
}

export interface SampleFilter {
  readonly site?: number
  readonly roles?: readonly SampleRole[]
}

/** Rows of one query; what is held in memory. */
const PAGE = 200

/** The samples of a campaign a page at a time: in the order of the schedule, then the others as they were taken. */
export async function* readSamples(
  db: Database,
  campaignId: number,
  { site, roles }: SampleFilter = {},
): AsyncIterable<SampleRow> {
  const place = whereEqual({ campaign_id: campaignId, site })
  if (roles?.length === 0) return
  // The sign keeps SQLite from sorting all samples of the campaign for each page: by id they are in order.
  const where = site === undefined ? `+${place.sql}` : place.sql
  const [newest] = await db.query(`SELECT max(id) AS id FROM samples WHERE ${place.sql}`, place.bindings)
  const whereRole = roles === undefined ? '' : `AND role IN (${roles.map(() => '?').join(', ')})`
  const bindings = [...place.bindings, ...(roles ?? [])]
  const select = `SELECT * FROM samples WHERE ${where} ${whereRole} AND id > ? AND id <= ? ORDER BY id LIMIT ${PAGE}`
  for (let last = 0; ; ) {
    const rows = await db.query(select, [...bindings, last, Number(newest?.id ?? 0)])
    for (const row of rows) yield readSample(row)
    if (rows.length < PAGE) return
    last = Number(rows.at(-1)?.id)
  }
}

const readCount = recordReader({
  site: asNumber,
  arm: asWord<Arm>(),
  state: asWord<SampleState>(),
  samples: asNumber,
})

type SampleCount = ReturnType<typeof readCount>

/** Says how far a campaign is: its scheduled samples counted by site, arm and state, what there is none of left out. */
export async function sampleCounts(db: Database, campaignId: number): Promise<SampleCount[]> {
  const rows = await db.query(
    `SELECT site, arm, state, count(*) AS samples FROM samples WHERE campaign_id = ? AND role = 'sample'
     GROUP BY site, arm, state ORDER BY site, arm, state`,
    [campaignId],
  )
  return rows.map(readCount)
}

export function readSample(row: Row): SampleRow {
  const sample = {
    id: row.id,
    site: row.site,
    arm: row.arm,
    round: row.round,
    role: row.role,
    place: row.place,
    position: row.position,
    state: row.state,
    reason: row.reason,
    detail: row.detail,
    attempt: row.attempt,
    repeatNo: row.repeat_no,
    startedAt: row.started_at,
    wallMs: row.wall_ms,
    cpuBusyFraction: row.cpu_busy_fraction,
    cpuOtherFraction: row.cpu_other_fraction,
    browserNo: row.browser_no,
    loadNo: row.load_no,
    status: row.status,
    protocol: row.protocol,
    finalUrl: row.final_url,
    remoteAddress: row.remote_address,
    server: row.server,
    pcapFile: row.pcap_file,
  } satisfies Record<keyof SampleRow, unknown>
  return sample as SampleRow
}
