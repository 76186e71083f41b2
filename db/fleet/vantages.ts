import { z } from 'zod'
import type { Database } from '../connection/database.ts'
import { databaseNow } from '../connection/database-clock.ts'
import { asFlag, asJson, asNumber, asText, orNull, type RecordOf, recordReader } from '../rows/record.ts'

const rtts = z.array(
  z.object({ name: z.string(), address: z.string().nullable(), rttMs: z.number().nullable() }),
)

/** A worker's measurements of the place that it runs at. Each is null where it could not be measured. */
const MEASUREMENTS = {
  /** Whether an interface has a public address of the family. */
  ipv4: orNull(asFlag),
  ipv6: orNull(asFlag),
  /** Addresses of the recursive resolvers, comma separated. */
  resolver: orNull(asText),
  /** Smallest of several TCP connect times to each of a fixed set of names; null where it gave no answer. */
  rtts: orNull(asJson(rtts)),
  /** The worker's wall clock less the database's, milliseconds, and the most by which that may be off. */
  clockOffsetMs: orNull(asNumber),
  clockErrorMs: orNull(asNumber),
}

export type VantageMeasurements = RecordOf<typeof MEASUREMENTS>

const readVantage = recordReader({
  name: asText,
  createdAt: asText,
  measuredAt: orNull(asText),
  /** Its owner's word, as is `network`. */
  place: orNull(asText),
  network: orNull(asText),
  ...MEASUREMENTS,
  toolVersion: orNull(asText),
})

/** A place that is measured from. */
export type VantageRow = ReturnType<typeof readVantage>

/** A name of a vantage point: short, and good in a file's name, a URL and a queue's name. */
export const VANTAGE_NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

/** All vantage points, by name. */
export async function listVantages(db: Database): Promise<VantageRow[]> {
  return (await db.query('SELECT * FROM vantages ORDER BY name')).map(readVantage)
}

export async function vantageByName(db: Database, name: string): Promise<VantageRow | null> {
  const [row] = await db.query('SELECT * FROM vantages WHERE name = ?', [name])
  return row === undefined ? null : readVantage(row)
}

export interface VantageReport extends VantageMeasurements {
  readonly name: string
  readonly measuredAt: string
  readonly toolVersion: string
  /** Is null where what was said before stays. */
  readonly place: string | null
  readonly network: string | null
}

export async function recordVantage(db: Database, vantage: VantageReport): Promise<void> {
  await db.write((query) =>
    query(
      `INSERT INTO vantages (name, created_at, place, network, measured_at, ipv4, ipv6, resolver, rtts,
         clock_offset_ms, clock_error_ms, tool_version)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET place = coalesce(excluded.place, vantages.place),
         network = coalesce(excluded.network, vantages.network), measured_at = excluded.measured_at,
         ipv4 = excluded.ipv4, ipv6 = excluded.ipv6, resolver = excluded.resolver, rtts = excluded.rtts,
         clock_offset_ms = excluded.clock_offset_ms, clock_error_ms = excluded.clock_error_ms,
         tool_version = excluded.tool_version`,
      [
        vantage.name,
        vantage.measuredAt,
        vantage.place,
        vantage.network,
        vantage.measuredAt,
        vantage.ipv4,
        vantage.ipv6,
        vantage.resolver,
        vantage.rtts === null ? null : JSON.stringify(vantage.rtts),
        vantage.clockOffsetMs,
        vantage.clockErrorMs,
        vantage.toolVersion,
      ],
    ),
  )
}

/** The database's wall clock, milliseconds since 1970. */
export async function databaseTime(db: Database): Promise<number> {
  const [row] = await db.query(`SELECT ${databaseNow(db.dialect)} AS now`)
  return Number(row?.now)
}
