import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A PostgreSQL server that a test may end and start as it likes. */
export interface PostgresServer extends AsyncDisposable {
  readonly url: string
  /** Ends the postmaster as the kernel does, with SIGKILL: its backends are left to notice. */
  kill(): Promise<void>
  /** Starts it anew on what is there; resolves when it takes connections. */
  start(): Promise<void>
}

const NOBODY = 65_534

/**
 * Runs a test with a PostgreSQL of its own, where `scripts/test-postgres.sh` says how to run one.
 * @param whySkip what else the test needs and is not there
 */
export function onOwnPostgres(
  title: string,
  run: (server: PostgresServer, t: TestContext) => Promise<void>,
  whySkip: string | false = false,
): void {
  const { TEST_POSTGRES_RUN: words, TEST_POSTGRES_BIN: bin } = process.env
  const isThere = words !== undefined && bin !== undefined
  test(`${title} (PostgreSQL)`, { skip: isThere ? whySkip : 'TEST_DATABASE_URL is not set' }, async (t) => {
    await using server = await postgresServer((words ?? '').split(' ').filter(Boolean), bin ?? '')
    await run(server, t)
  })
}

async function postgresServer(words: readonly string[], bin: string): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'towline-own-postgres-'))
  await using resources = new AsyncDisposableStack()
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  if (words.includes('setpriv')) await chown(folder, NOBODY, NOBODY)
  await chmod(folder, 0o700)
  const run = (program: string, args: readonly string[]): ChildProcess => {
    const [command = '', ...rest] = [...words, join(bin, program), ...args]
    return spawn(command, rest, { cwd: folder, stdio: 'ignore' })
  }
  const data = join(folder, 'data')
  const url = `postgres://towline@localhost/postgres?host=${folder}`
  const made = run('initdb', [
    ...[
      `--pgdata=${data}`,
      '--username=towline',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-locale',
      '--no-sync',
    ],
  ])
  const [code] = (await once(made, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`initdb ended with ${code}`)
  let running: ChildProcess | null = null
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const exited = once(running, 'exit')
    running.kill(signal)
    await exited
  }
  // SIGINT is PostgreSQL's fast shutdown.
  resources.defer(() => end('SIGINT'))
  const start = async (): Promise<void> => {
    for (;;) {
      const child = run('postgres', ['-D', data, '-k', folder, '-h', '', '-F', '-c', 'jit=off'])
      running = child
      // It refuses while backends of the one that was killed are still there.
      while (child.exitCode === null) {
        if (await answers(url)) return
        await sleep(20)
      }
      await sleep(50)
    }
  }
  await start()
  const owned = resources.move()
  return {
    url,
    start,
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** A server that is starting up accepts connections and refuses them. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  // An error after the answer is none of it.
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
