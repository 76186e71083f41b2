import { randomBytes } from 'node:crypto'
import { type Database, type Query, writeUnshown } from '../connection/database.ts'
import { encodeJsonRow, type JsonField, jsonField, jsonRows } from '../rows/json.ts'
import type { ColumnType, Dialect } from '../rows/table.ts'
import { type ContributionKey, firstAnswers, markUncounted, takeKeys } from './contribution-keys.ts'
import { noteArrivals } from './field-arrivals.ts'

/** A load that somebody contributed, as it is stored. Times are whole milliseconds; null is not known. */
export interface ContributionRow {
  readonly list: string
  readonly site: number
  readonly proto: string
  /** Day of the load, UTC. */
  readonly day: string
  readonly browser: string
  readonly major: number
  readonly net: string
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly handshakeMs: number | null
  readonly waitMs: number | null
  readonly receiveMs: number | null
  readonly dclMs: number | null
  readonly loadMs: number | null
  readonly requests: number
  readonly h1: number
  readonly h2: number
  readonly h3: number
  readonly hidden: number
  readonly reused: boolean
  readonly visit: string | null
  /** SHA-256 of the pseudonym, hexadecimal (safety.md P6). */
  readonly cidHash: string
}

export interface NewContribution extends ContributionKey {
  readonly row: ContributionRow
}

/**
 * Says what became of a contribution: - `counted`: it is stored - `already_counted`: its pseudonym has a load of this site,
 * protocol and day (safety.md ING-9) - `key_reused`: its key came before with another record; nothing is stored
 *
 * `repeated`: the key came before with this record, and this is what became of it then.
 */
export interface Stored {
  readonly outcome: 'counted' | 'already_counted' | 'key_reused'
  readonly repeated: boolean
}

const COLUMNS: Readonly<Record<keyof ContributionRow, readonly [string, ColumnType]>> = {
  list: ['list', 'text'],
  site: ['site', 'integer'],
  proto: ['proto', 'text'],
  day: ['day', 'text'],
  browser: ['browser', 'text'],
  major: ['major', 'integer'],
  net: ['net', 'text'],
  dnsMs: ['dns_ms', 'integer'],
  connectMs: ['connect_ms', 'integer'],
  handshakeMs: ['handshake_ms', 'integer'],
  waitMs: ['wait_ms', 'integer'],
  receiveMs: ['receive_ms', 'integer'],
  dclMs: ['dcl_ms', 'integer'],
  loadMs: ['load_ms', 'integer'],
  requests: ['requests', 'integer'],
  h1: ['h1', 'integer'],
  h2: ['h2', 'integer'],
  h3: ['h3', 'integer'],
  hidden: ['hidden', 'integer'],
  reused: ['reused', 'boolean'],
  visit: ['visit', 'text'],
  cidHash: ['cid_hash', 'text'],
}

const FIELDS = Object.keys(COLUMNS) as (keyof ContributionRow)[]

/** 128 bit: rows have no order of arrival (safety.md P5). */
const ID_BYTES = 16

/**
 * Stores contributions with their keys in one transaction; resolves, after the commit, to what became of each, in their
 * order. Their keys must differ. `day` is today's in UTC: the keys are forgotten by it, and the days on which something
 * of a pseudonym came are counted by it; rows do not hold it.
 */
export async function storeContributions(
  db: Database,
  contributions: readonly NewContribution[],
  day: string,
): Promise<Stored[]> {
  const { dialect } = db
  return writeUnshown(db, async (query) => {
    const taken = await takeKeys(query, dialect, contributions, day)
    const fresh = contributions.filter(({ keyHash }) => taken.has(keyHash))
    const before = contributions.filter(({ keyHash }) => !taken.has(keyHash))
    const counted = await insertRows(query, dialect, fresh)
    const arrived = fresh.filter(({ keyHash }) => counted.has(keyHash))
    const cidHashes = arrived.map(({ row }) => row.cidHash)
    await noteArrivals(query, dialect, cidHashes, day)
    const uncounted = fresh.filter(({ keyHash }) => !counted.has(keyHash))
    await markUncounted(query, dialect, uncounted.map(getKeyHash))
    const answers = await firstAnswers(query, dialect, before.map(getKeyHash))
    return contributions.map(({ keyHash, bodyHash }) => {
      const first = answers.get(keyHash)
      if (first === undefined) return { outcome: countedOutcome(counted.has(keyHash)), repeated: false }
      if (first.bodyHash !== bodyHash) return { outcome: 'key_reused', repeated: false }
      return { outcome: countedOutcome(first.accepted), repeated: true }
    })
  })
}

const getKeyHash = ({ keyHash }: ContributionKey): string => keyHash
const countedOutcome = (counted: boolean): 'counted' | 'already_counted' =>
  counted ? 'counted' : 'already_counted'

/** Resolves to the keys of those that are stored: a second vote is not. */
async function insertRows(
  query: Query,
  dialect: Dialect,
  contributions: readonly NewContribution[],
): Promise<ReadonlySet<string>> {
  if (contributions.length === 0) return new Set()
  const keys = new Map<string, string>()
  const rows = contributions.map(({ keyHash, row }) => {
    const id = randomBytes(ID_BYTES).toString('hex')
    keys.set(id, keyHash)
    return encodeJsonRow([id, ...FIELDS.map((name): JsonField => row[name])])
  })
  const values = FIELDS.map((name, index) => jsonField(dialect, index + 1, COLUMNS[name][1]))
  const inserted = await query(
    `INSERT INTO contributions (id, ${FIELDS.map((name) => COLUMNS[name][0]).join(', ')})
     SELECT ${jsonField(dialect, 0, 'text')}, ${values.join(', ')} FROM ${jsonRows(dialect)} WHERE true
     ON CONFLICT (cid_hash, list, site, proto, day) DO NOTHING RETURNING id`,
    [`[${rows.join(',')}]`],
  )
  return new Set(inserted.map(({ id }) => keys.get(String(id)) ?? ''))
}
