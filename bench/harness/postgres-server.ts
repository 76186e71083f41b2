import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type Row = Readonly<Record<string, unknown>>

/** A PostgreSQL server in a folder of its own, on a Unix socket alone. */
export interface PostgresServer extends AsyncDisposable {
  readonly url: string
  query(sql: string): Promise<Row[]>
  /** As `query`; no rows where it is away, or a table not there yet. */
  tryQuery(sql: string): Promise<Row[]>
  /** Ends it as the kernel does, with SIGKILL, and starts it anew on what is there. */
  restart(): Promise<void>
}

/** Where distributions put the programs; the newest comes first. */
const DISTRIBUTION = '/usr/lib/postgresql'
const NOBODY = 65_534
const LOOK_EVERY_MS = 100
const CONNECTIONS = 200

/** @param programs folder of initdb and postgres. Default: the distribution's. */
export async function openPostgresServer(programs?: string): Promise<PostgresServer> {
  const bin = programs ?? (await distributionPrograms())
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'towline-postgres-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const run = await runner(folder, bin)
  const data = join(folder, 'data')
  const initdb = run('initdb', [`--pgdata=${data}`, '--username=towline', '--auth=trust', '--no-sync'])
  const [code] = (await once(initdb, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`initdb ended with ${code}`)
  const url = `postgres://towline@localhost/postgres?host=${folder}`
  const query = (sql: string): Promise<Row[]> => queryOnce(url, sql)
  const tryQuery = (sql: string): Promise<Row[]> => query(sql).catch(() => [])
  const settings = ['-D', data, '-k', folder, '-h', '', '-F', '-c', `max_connections=${CONNECTIONS}`]
  let running: ChildProcess | null = null
  const start = async (): Promise<void> => {
    running = run('postgres', settings)
    while ((await tryQuery('SELECT 1 AS one')).length === 0) {
      // It refuses while backends of the one that was killed are still there.
      if (running.exitCode !== null) running = run('postgres', settings)
      await sleep(LOOK_EVERY_MS)
    }
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const exited = once(running, 'exit')
    running.kill(signal)
    await exited
  }
  // PostgreSQL's fast shutdown.
  resources.defer(() => end('SIGINT'))
  await start()
  const owned = resources.move()
  return {
    url,
    query,
    tryQuery,
    async restart() {
      await end('SIGKILL')
      await start()
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function distributionPrograms(): Promise<string> {
  const versions = await readdir(DISTRIBUTION).catch(() => [])
  const [newest] = versions.sort((a, b) => Number(b) - Number(a))
  if (newest === undefined)
    throw new Error(`no PostgreSQL in ${DISTRIBUTION}: name the folder of its programs`)
  return join(DISTRIBUTION, newest, 'bin')
}

/** PostgreSQL refuses to run as root: then as nobody. */
async function runner(
  folder: string,
  bin: string,
): Promise<(program: string, args: readonly string[]) => ChildProcess> {
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(folder, NOBODY, NOBODY)
  const user = isRoot ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []
  // It ends with whoever started it, also where that was killed.
  const as = ['setpriv', ...user, '--pdeathsig', 'INT']
  return (program, args) => {
    const [command = '', ...rest] = [...as, join(bin, program), ...args]
    return spawn(command, rest, { cwd: folder, stdio: 'ignore' })
  }
}

/** Over a connection of its own, which no restart of the server has ended. */
async function queryOnce(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
