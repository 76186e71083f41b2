import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ENTRY } from '../cli/options/entry.ts'
import { openSandbox } from '../lab/sandbox/open.ts'
import { readSites } from '../lab/sandbox/site/sites.ts'
import { rng } from '../stats/rng.ts'

/**
 * Kills workers and PostgreSQL at random moments of a survey of the sandbox, and checks that every site was recorded
 * once: `node scripts/worker-kills.ts --sites 10000 --sites-per-job 1 --workers 4 --kills 30 --restarts 2`. Needs the
 * distribution's PostgreSQL (`--postgres FOLDER` with initdb and postgres), and a quiet hour.
 */
const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '10000' },
    'sites-per-job': { type: 'string', default: '1' },
    workers: { type: 'string', default: '4' },
    kills: { type: 'string', default: '30' },
    restarts: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    postgres: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
  },
})
const SITES = Number(values.sites)
const WORKERS = Number(values.workers)
const KILLS = Number(values.kills)
const RESTARTS = Number(values.restarts)
const random = rng(Number(values.seed))
const ZOO = readSites().length

const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

await using resources = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'towline-worker-kills-'))
resources.defer(() => rm(folder, { recursive: true, force: true }))
const url = `postgres://towline@localhost/postgres?host=${folder}`
const server = await startServer(folder)
resources.defer(() => server.end('SIGINT'))
const sandbox = await openSandbox({ sites: ZOO + SITES })
resources.defer(() => sandbox[Symbol.asyncDispose]())
const listFile = join(folder, 'list.csv')
await writeFile(
  listFile,
  sandbox.sites
    .slice(ZOO)
    .map(({ domain }) => `${domain}\n`)
    .join(''),
)

const network = ['--allow-address', sandbox.allowCidrs.join(',')]
const workers = Array.from({ length: WORKERS }, () => startWorker())
resources.defer(() => void workers.map((worker) => worker.kill('SIGKILL')))
while ((await tryQuery('SELECT 1 FROM vantages')).length === 0) await sleep(500)
const adding = towline([
  'jobs',
  'add',
  'survey',
  '--list',
  listFile,
  ...network,
  '--sites-per-job',
  values['sites-per-job'],
])
const [code] = (await once(adding, 'exit')) as [number | null]
if (code !== 0) throw new Error(`jobs add survey ended with ${code}`)

const events = [...Array<'kill'>(KILLS).fill('kill'), ...Array<'restart'>(RESTARTS).fill('restart')]
  .map((what) => ({ what, sites: Math.floor(random() * 0.95 * SITES) }))
  .sort((a, b) => a.sites - b.sites)
for (const { what, sites } of events) {
  while ((await doneSites()) < sites) await sleep(200)
  await sleep(500 * random())
  if (what === 'restart') {
    say(`PostgreSQL is killed at ${await doneSites()} sites`)
    await server.end('SIGKILL')
    await server.start()
    continue
  }
  const victim = Math.floor(random() * WORKERS)
  say(`worker ${victim} is killed at ${await doneSites()} sites`)
  workers[victim]?.kill('SIGKILL')
  workers[victim] = startWorker()
}
while ((await doneSites()) < SITES) await sleep(500)
// A job whose worker was killed behind its last site is tried again, and finds nothing left to do.
while ((await openJobs()) > 0) await sleep(500)
await report()

async function report(): Promise<void> {
  const [survey] = await tryQuery('SELECT state, sites FROM surveys')
  const [twice] = await tryQuery(
    `SELECT count(*) AS sites FROM (SELECT rank FROM operations WHERE operation = 'dns' AND hop = 0
       GROUP BY survey_id, rank, host HAVING count(*) > 1) AS repeated`,
  )
  const [without] = await tryQuery(
    `SELECT count(*) AS sites FROM survey_sites WHERE NOT EXISTS
       (SELECT 1 FROM operations WHERE operations.survey_id = survey_sites.survey_id AND operations.rank = survey_sites.rank)`,
  )
  const wrong = await tryQuery('SELECT domain, failure, detail FROM survey_sites WHERE NOT reachable')
  const jobs = await tryQuery(
    'SELECT state::text AS state, count(*) AS jobs, max(retry_count) AS retries FROM towline_jobs.job GROUP BY 1',
  )
  say(
    JSON.stringify({
      survey,
      recordedTwice: twice?.sites,
      withoutRows: without?.sites,
      unreachable: wrong,
      jobs,
    }),
  )
  const isWhole =
    survey?.state === 'finished' && twice?.sites === '0' && without?.sites === '0' && jobs.length === 1
  process.exitCode = isWhole ? 0 : 1
}

function towline(args: readonly string[]): ChildProcess {
  const [program = '', ...argv] = sandbox.command([process.execPath, ENTRY, ...args])
  return spawn(program, argv, { stdio: 'inherit', env: { ...process.env, DATABASE_URL: url } })
}

function startWorker(): ChildProcess {
  const words = [
    'worker',
    '--vantage',
    'here',
    '--takes',
    'survey',
    '--concurrency',
    '32',
    '--per-address',
    '256',
  ]
  const [program = '', ...argv] = sandbox.command([
    ...[
      process.execPath,
      ENTRY,
      ...words,
      ...network,
      '--resolver',
      sandbox.resolver,
      '--ca',
      sandbox.caFile,
    ],
  ])
  return spawn(program, argv, { stdio: 'ignore', env: { ...process.env, DATABASE_URL: url } })
}

async function doneSites(): Promise<number> {
  const [row] = await tryQuery("SELECT count(*) AS done FROM survey_sites WHERE state = 'done'")
  return Number(row?.done ?? 0)
}

async function openJobs(): Promise<number> {
  const [row] = await tryQuery(
    "SELECT count(*) AS jobs FROM towline_jobs.job WHERE state IN ('created', 'retry', 'active')",
  )
  return Number(row?.jobs ?? 1)
}

/** No rows where the database is away or the table is not there yet. */
async function tryQuery(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(sql)).rows
  } catch {
    return []
  } finally {
    await client.end().catch(() => {})
  }
}

interface Server {
  start(): Promise<void>
  end(signal: NodeJS.Signals): Promise<void>
}

async function startServer(place: string): Promise<Server> {
  const isRoot = process.getuid?.() === 0
  const as = isRoot ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'] : []
  if (isRoot) await chown(place, 65_534, 65_534)
  const run = (program: string, args: readonly string[]): ChildProcess => {
    const [command = '', ...rest] = [...as, join(values.postgres, program), ...args]
    return spawn(command, rest, { cwd: place, stdio: 'ignore' })
  }
  const data = join(place, 'data')
  await once(run('initdb', [`--pgdata=${data}`, '--username=towline', '--auth=trust', '--no-sync']), 'exit')
  let running: ChildProcess | null = null
  const start = async (): Promise<void> => {
    running = run('postgres', ['-D', data, '-k', place, '-h', '', '-F', '-c', 'max_connections=200'])
    while ((await tryQuery('SELECT 1 AS one')).length === 0) {
      // It refuses while backends of the one that was killed are still there.
      if (running.exitCode !== null) running = run('postgres', ['-D', data, '-k', place, '-h', '', '-F'])
      await sleep(100)
    }
  }
  await start()
  return {
    start,
    async end(signal) {
      if (running === null || running.exitCode !== null) return
      const exited = once(running, 'exit')
      running.kill(signal)
      await exited
    },
  }
}
