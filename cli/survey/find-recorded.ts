import type { Database } from '../../db/connection/database.ts'
import type { DefaultRun } from '../../server/defaults/default-run.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'

interface Recorded {
  readonly id: number
  readonly state: string
}

/** Rows of the database that are named by a number: surveys, campaigns, … */
interface RecordedKind<Row extends Recorded> {
  /** `survey`. */
  readonly what: string
  readonly latest: (db: Database) => Promise<Row | null>
  readonly byId: (db: Database, id: number) => Promise<Row | null>
  /** The command that lists them; null: none does. */
  readonly list: string | null
  /** The command that makes one. */
  readonly make: string
  /** The one that the dashboard opens with; without it nothing is said of that. */
  readonly opening?: (db: Database) => Promise<DefaultRun>
}

/**
 * The one that `7` or `latest` names; says where it is not finished. `latest` is the newest, for it is what somebody has just
 * made; where the dashboard opens with another, that is said.
 */
export async function findRecorded<Row extends Recorded>(
  db: Database,
  name: string,
  { what, latest, byId, list, make, opening }: RecordedKind<Row>,
): Promise<Row> {
  const seeList = list === null ? '' : ` (see \`${list}\`)`
  if (name !== 'latest' && !/^\d{1,9}$/.test(name))
    throw new CliError(EXIT.usage, `'${name}' is no ${what}: give its number${seeList} or 'latest'`)
  const found = name === 'latest' ? await latest(db) : await byId(db, Number(name))
  if (found !== null) {
    if (found.state !== 'finished')
      process.stderr.write(`${what} ${found.id} is not finished: this is what it has so far\n`)
    if (name === 'latest' && opening !== undefined) sayOpening(what, found, await opening(db))
    return found
  }
  throw new CliError(
    EXIT.noInput,
    name === 'latest'
      ? `${db.name} holds no ${what} yet: make one with \`${make}\``
      : `${db.name} holds no ${what} ${name}${seeList}`,
  )
}

function sayOpening(what: string, found: Recorded, { id, canAnswer }: DefaultRun): void {
  if (id === null || id === found.id) return
  const why = canAnswer ? ', the newest that can answer' : ''
  process.stderr.write(`${what} ${found.id} is the newest; the dashboard opens with ${what} ${id}${why}\n`)
}
