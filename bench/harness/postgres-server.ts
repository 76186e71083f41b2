import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type Row = Readonly<Record<string, unknown>>

/** What it shows to whoever speaks TLS with it: PEM. */
export interface ServerCertificate {
  readonly key: Buffer
  readonly cert: Buffer
}

/** A PostgreSQL server in a folder of its own, on a Unix socket alone. */
export interface PostgresServer extends AsyncDisposable {
  readonly url: string
  query(sql: string): Promise<Row[]>
  /** As `query`; no rows where it is away, or a table not there yet. */
  tryQuery(sql: string): Promise<Row[]>
  /** Ends the postmaster as the kernel does, with SIGKILL: its backends are left to notice. */
  kill(): Promise<void>
  /**
   * Starts it anew on what is there; resolves when it takes connections, over TCP as well where an address is given: over TLS
   * from everywhere where a certificate is, else from this machine alone.
   */
  start(address?: string, certificate?: ServerCertificate): Promise<void>
}

export interface PostgresPrograms {
  /** Of initdb and postgres. Default: the distribution's newest. */
  readonly folder?: string | undefined
  /** Words to run one of them with, as a user who is not root. Default: they make it end with whoever started it, too. */
  readonly runWith?: readonly string[]
  /** What initdb has made, which is copied in a third of its processor time. Default: initdb makes it anew. */
  readonly cluster?: string | undefined
}

/** Where distributions put the programs; the newest comes first. */
const DISTRIBUTION = '/usr/lib/postgresql'
const NOBODY = 65_534
const LOOK_EVERY_MS = 20
const CONNECTIONS = 200
const INITDB_OPTIONS = ['--username=towline', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']

export async function openPostgresServer(programs: PostgresPrograms = {}): Promise<PostgresServer> {
  const bin = programs.folder ?? (await distributionPrograms())
  const runWith = programs.runWith ?? asNobody()
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'towline-own-postgres-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  // In a user namespace of its own nobody is the root outside.
  const isNobodys = process.getuid?.() === 0 && runWith.some((word) => word.startsWith('--reuid='))
  if (isNobodys) await chown(folder, NOBODY, NOBODY)
  const run = (argv: readonly string[]): ChildProcess => {
    const [command = '', ...rest] = [...runWith, ...argv]
    return spawn(command, rest, { cwd: folder, stdio: 'ignore' })
  }
  const data = join(folder, 'data')
  const make =
    programs.cluster === undefined
      ? [join(bin, 'initdb'), `--pgdata=${data}`, ...INITDB_OPTIONS]
      : ['cp', '-a', programs.cluster, data]
  const [code] = (await once(run(make), 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${make[0]} ended with ${code}`)
  await appendFile(join(data, 'pg_hba.conf'), 'hostssl all all all trust\n')
  const url = `postgres://towline@localhost/postgres?host=${folder}`
  const query = (sql: string): Promise<Row[]> => queryOnce(url, sql)
  const tryQuery = (sql: string): Promise<Row[]> => query(sql).catch(() => [])
  let running: ChildProcess | null = null
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const exited = once(running, 'exit')
    running.kill(signal)
    await exited
  }
  // PostgreSQL's fast shutdown.
  resources.defer(() => end('SIGINT'))
  /** Settings of TLS. The server takes no key that others may read. */
  const tlsSettings = async (certificate: ServerCertificate): Promise<string[]> => {
    for (const part of ['cert', 'key'] as const) {
      const file = join(folder, `server.${part}`)
      await writeFile(file, certificate[part], { mode: 0o600 })
      if (isNobodys) await chown(file, NOBODY, NOBODY)
    }
    const files = ['cert', 'key'].map((part) => `ssl_${part}_file=${join(folder, `server.${part}`)}`)
    return ['ssl=on', ...files].flatMap((setting) => ['-c', setting])
  }
  const start = async (address = '', certificate?: ServerCertificate): Promise<void> => {
    const tls = certificate === undefined ? [] : await tlsSettings(certificate)
    // One that is killed would leave its segments in /dev/shm for ever.
    const shared = ['-c', 'dynamic_shared_memory_type=mmap']
    const more = ['-c', 'jit=off', ...shared, '-c', `max_connections=${CONNECTIONS}`, ...tls]
    const settings = ['-D', data, '-k', folder, '-h', address, '-F', ...more]
    running = run([join(bin, 'postgres'), ...settings])
    while ((await tryQuery('SELECT 1 AS one')).length === 0) {
      // It refuses while backends of the one that was killed are still there.
      if (running.exitCode !== null) running = run([join(bin, 'postgres'), ...settings])
      await sleep(LOOK_EVERY_MS)
    }
  }
  await start()
  const owned = resources.move()
  return {
    ...{ url, query, tryQuery, start },
    kill: () => end('SIGKILL'),
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

/** PostgreSQL refuses to run as root: then as nobody. It ends with whoever started it, also where that was killed. */
function asNobody(): string[] {
  const user = process.getuid?.() === 0 ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []
  return ['setpriv', ...user, '--pdeathsig', 'INT']
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
