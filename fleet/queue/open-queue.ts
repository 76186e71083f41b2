import { type Db, fromKnex, getConstructionPlans, PgBoss } from 'pg-boss'
import type { Database, Query, Value } from '../../db/connection/database.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { NOTICE_SILENT_SERVER } from '../../db/connection/silent-sessions.ts'

/** The jobs of all workers, in pg-boss's own schema of the database. */
export interface JobQueue extends AsyncDisposable {
  readonly boss: PgBoss
  readonly schema: string
}

interface OpenQueueOptions {
  readonly url: string
  readonly db: Database
  /** Ends leases that have run out and starts scheduled jobs, as long as the queue is open. Default: neither. */
  readonly supervise?: boolean
  /** Creates and upgrades pg-boss's tables. Default: where the database's user may. */
  readonly migrate?: boolean
  readonly warn: (line: string) => void
}

/** Says how soon a lease that has run out is noticed, and a schedule's moment. */
const LOOK_EVERY_S = 5
const CONNECTIONS = 3

/**
 * Opens the queue. Rejects with a `DatabaseError` where its schema is of another pg-boss, or missing and the database's
 * user may not create it.
 */
export async function openQueue(options: OpenQueueOptions): Promise<JobQueue> {
  const { url, db, supervise = false, warn } = options
  const schema = await queueSchema(db)
  const installed = await installedVersion(db, schema)
  const known = knownVersion()
  if (installed !== null && installed > known) throw newerQueue(db, installed, known)
  const mayMigrate = options.migrate ?? (await mayCreate(db))
  if (installed !== known && !mayMigrate)
    throw new DatabaseError(
      'unreadable',
      `the jobs in ${db.name} are ${installed === null ? 'not set up' : 'kept by an older towline'}: run \`towline jobs list\` once as the database's owner`,
    )
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'towline',
    ...NOTICE_SILENT_SERVER,
    max: CONNECTIONS,
    schema,
    migrate: mayMigrate,
    supervise,
    schedule: supervise,
    superviseIntervalSeconds: LOOK_EVERY_S,
    monitorIntervalSeconds: LOOK_EVERY_S,
    cronMonitorIntervalSeconds: LOOK_EVERY_S,
    cronWorkerIntervalSeconds: LOOK_EVERY_S,
    // Rebuilding indexes needs their owner; the database's own maintenance does it.
    reindex: false,
    registerInstance: false,
  })
  // An error of a background pass would end the process without a listener; the next pass tries again.
  boss.on('error', (error) => warn(`the queue of jobs: ${error.message}`))
  await boss.start()
  return { boss, schema, [Symbol.asyncDispose]: () => boss.stop({ graceful: false }) }
}

/** Rejects with a `DatabaseError` where a newer towline has taken the queue over since it was opened. */
export async function demandKnownQueue(db: Database, { schema }: Pick<JobQueue, 'schema'>): Promise<void> {
  const [row] = await db.query(`SELECT version FROM ${schema}.version`)
  const known = knownVersion()
  if (Number(row?.version) > known) throw newerQueue(db, Number(row?.version), known)
}

function newerQueue({ name }: Database, installed: number, known: number): DatabaseError {
  return new DatabaseError(
    'newer',
    `the jobs in ${name} are kept by a newer towline (version ${installed} of the queue, this one knows ${known}): update towline`,
  )
}

/** A schema of its own beside each schema that towline's tables may be in. */
async function queueSchema(db: Database): Promise<string> {
  const [row] = await db.query('SELECT current_schema() AS name')
  const name = String(row?.name)
  return name === 'public' ? 'towline_jobs' : `${name}_jobs`
}

async function installedVersion(db: Database, schema: string): Promise<number | null> {
  const [table] = await db.query('SELECT to_regclass(?) AS name', [`${schema}.version`])
  if (table?.name === null) return null
  const [row] = await db.query(`SELECT version FROM ${schema}.version`)
  return row === undefined ? null : Number(row.version)
}

/** pg-boss says which version of its schema it knows only in the SQL that creates it. */
function knownVersion(): number {
  const version = /INSERT INTO \S+version\s*\(version\)\s*VALUES\s*\('?(\d+)/i.exec(
    getConstructionPlans(),
  )?.[1]
  if (version === undefined) throw new Error('the version of pg-boss’s schema is not where it was')
  return Number(version)
}

async function mayCreate(db: Database): Promise<boolean> {
  const [row] = await db.query("SELECT has_database_privilege(current_database(), 'CREATE') AS may")
  return row?.may === true
}

/** The same for pg-boss: its statements are then part of our transaction. */
export function inTransaction(query: Query): Db {
  return fromKnex({
    // Arrays are bound as PostgreSQL's own, which our statements do without.
    raw: async (sql, bindings = []) => ({
      rows: [...(await query(sql, bindings as readonly Value[]))] as never[],
    }),
  })
}
