import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  openPostgresServer,
  type PostgresPrograms,
  type PostgresServer,
} from '../../../bench/harness/postgres-server.ts'
import type { Database } from '../../../db/connection/database.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { recordVantage } from '../../../db/fleet/vantages.ts'
import { surveyById } from '../../../db/survey/surveys.ts'
import { createQueues } from '../../../fleet/queue/create-queues.ts'
import { type JobGroup, type JobRow, selectJobs } from '../../../fleet/queue/job-groups.ts'
import { inTransaction, type JobQueue, openQueue } from '../../../fleet/queue/open-queue.ts'
import { holdJob } from '../../../fleet/worker/held-job.ts'
import { linesOf, temporaryFolder, towline, towlineHere } from '../../cli/towline.ts'
import { onOwnPostgresPrograms } from '../../db/postgres-server.ts'
import { UNMEASURED } from '../../fleet/unmeasured.ts'
import { serveDns } from '../../servers/dns.ts'
import { localWorker } from './fleet-command.ts'

const NO_SUCH_DOMAIN = 3
const OWN_NETWORK = ['--allow-address', '127.0.0.0/8']
/** What a worker without it says of a survey with it. */
const REFUSAL = 'it is to connect to 127.0.0.0/8: this worker was started without --allow-address for it'

/** A server whose database has a survey of three sites, each a job of its own: each test gets a copy of it. */
async function prepare(programs: Required<PostgresPrograms>): Promise<PostgresServer> {
  await using resources = new AsyncDisposableStack()
  const server = resources.use(await openPostgresServer(programs))
  const { url } = server
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'list.csv'), 'a.test\nb.test\nc.test\n')
  await using db = await openDatabase({ url })
  await using queue = await openQueue({ url, db, warn: () => {} })
  await recordVantage(db, { ...UNMEASURED, name: 'here' })
  const add = ['jobs', 'add', 'survey', '--list', 'list.csv', '--sites-per-job', '1', ...OWN_NETWORK]
  const { code, stderr } = await towline(add, { cwd: folder.path, env: { DATABASE_URL: url } })
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  // No attempt after the first.
  await db.query(`UPDATE ${queue.schema}.job SET retry_limit = 0`)
  resources.move()
  return server
}

let prepared: Promise<PostgresServer> | null = null
let copies = 0
after(async () => (await prepared)?.[Symbol.asyncDispose]())

/** A copy of the prepared database, and commands on it. */
async function openJobs(programs: Required<PostgresPrograms>, t: TestContext) {
  prepared ??= prepare(programs)
  const server = await prepared
  copies += 1
  const name = `copy${copies}`
  await server.query(`CREATE DATABASE ${name} TEMPLATE postgres`)
  const url = server.url.replace('/postgres?', `/${name}?`)
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await temporaryFolder())
  const db = resources.use(await openDatabase({ url }))
  const queue = resources.use(await openQueue({ url, db, warn: () => {} }))
  const command = (...args: readonly string[]) => towlineHere(t, args, { DATABASE_URL: url })
  /** Lines on a terminal of 80 columns. */
  const terminal = async (...args: readonly string[]): Promise<string[]> => {
    const { code, stdout, stderr } = await towlineHere(t, args, { DATABASE_URL: url, COLUMNS: '80' })
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, args.join(' '))
    return linesOf(stdout)
  }
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await command(...args)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, args.join(' '))
    return stdout
  }
  const owned = resources.move()
  return {
    ...{ url, db, queue, command, run, terminal },
    path: folder.path,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const jobsOf = (db: Database, queue: JobQueue): Promise<JobRow[]> =>
  selectJobs(db, queue, { kind: 'survey', subject: '1' })

/** Waits until so many jobs of the survey are in a state. */
async function reached(db: Database, queue: JobQueue, state: JobRow['state'], count: number): Promise<void> {
  while ((await jobsOf(db, queue)).filter((job) => job.state === state).length < count) await sleep(50)
}

onOwnPostgresPrograms(
  'jobs that failed are listed and shown with their reason, and done when they are tried again',
  async (programs, t) => {
    await using jobs = await openJobs(programs, t)
    const { url, db, queue, run } = jobs
    const counts = async () => {
      const [group, ...more] = JSON.parse(await run('jobs', 'list', '--format', 'json')) as JobGroup[]
      assert.ok(group !== undefined && more.length === 0)
      const { kind, subject, vantage, waiting, active, done, failed, cancelled } = group
      assert.deepEqual({ kind, subject, vantage }, { kind: 'survey', subject: '1', vantage: 'here' })
      return { waiting, active, done, failed, cancelled }
    }
    const none = { waiting: 0, active: 0, done: 0, failed: 0, cancelled: 0 }
    assert.deepEqual(await counts(), { ...none, waiting: 3 })
    {
      await using refusing = localWorker(url, jobs.path, 'here')
      await reached(db, queue, 'failed', 3)
      refusing.child.kill('SIGTERM')
      assert.equal((await refusing.ended).code, 0)
    }
    assert.deepEqual(await counts(), { ...none, failed: 3 })
    assert.match(await run('jobs', 'list'), /^survey:1 .* here .* 0 +0 +0 +3 +0$/m)
    const shown = linesOf(await run('jobs', 'show', 'survey:1')).slice(-3)
    for (const line of shown) {
      assert.match(line, /^[0-9a-f-]{36} +survey\/here +failed +1 /)
      assert.ok(line.trimEnd().endsWith(REFUSAL), line)
    }

    assert.equal(await run('jobs', 'retry', 'survey:1'), '3 jobs waiting again\n')
    const again = JSON.parse(await run('jobs', 'show', 'survey:1', '--format', 'json')) as JobRow[]
    assert.deepEqual(
      again.map(({ state, attempts, reason }) => ({ state, attempts, reason })),
      Array(3).fill({ state: 'retry', attempts: 1, reason: REFUSAL }),
    )
    assert.equal(await run('jobs', 'cancel', again[0]?.id ?? ''), '1 job cancelled\n')
    assert.deepEqual(await counts(), { ...none, waiting: 2, cancelled: 1 })

    await using dns = await serveDns(() => ({ rcode: NO_SUCH_DOMAIN }))
    await using worker = localWorker(url, jobs.path, 'here', ['--resolver', dns.address, ...OWN_NETWORK])
    await reached(db, queue, 'done', 2)
    assert.deepEqual(await counts(), { ...none, done: 2, cancelled: 1 })
    assert.notEqual((await surveyById(db, 1))?.state, 'finished')
    // What is done is left alone.
    assert.equal(await run('jobs', 'retry', 'survey:1'), '1 job waiting again\n')
    await reached(db, queue, 'done', 3)
    assert.equal((await surveyById(db, 1))?.state, 'finished')
    assert.ok((await jobsOf(db, queue)).every(({ reason }) => reason === null))
    worker.child.kill('SIGTERM')
    assert.equal((await worker.ended).code, 0)
  },
)

onOwnPostgresPrograms(
  '`jobs cancel` takes back what waits, and stops what is under way',
  async (programs, t) => {
    await using jobs = await openJobs(programs, t)
    const { db, queue, run, command } = jobs
    const [job] = await queue.boss.fetch<object>('survey/here', { includeMetadata: true })
    assert.ok(job !== undefined)
    const started = Promise.withResolvers<void>()
    const warnings: string[] = []
    const stop = new AbortController()
    const held = holdJob(
      job,
      { boss: queue.boss, heartbeatMs: 300, signal: stop.signal, warn: (line) => void warnings.push(line) },
      async ({ signal }) => {
        started.resolve()
        const aborted = Promise.withResolvers<never>()
        signal.addEventListener('abort', () => aborted.reject(signal.reason))
        await aborted.promise
      },
    )
    await started.promise
    assert.equal(await run('jobs', 'cancel', 'survey:1'), '3 jobs cancelled\n')
    await held
    assert.deepEqual(warnings, [`job ${job.id} is no longer this worker’s`])
    assert.deepEqual(
      (await jobsOf(db, queue)).map(({ state }) => state),
      ['cancelled', 'cancelled', 'cancelled'],
    )
    assert.equal(await run('jobs', 'cancel', 'survey:1'), '0 jobs cancelled\n')
    const unknown = await command('jobs', 'cancel', 'survey:2')
    assert.deepEqual([unknown.code, unknown.stdout], [65, ''])
    assert.match(unknown.stderr, /^towline: no such jobs: .*jobs list/)
    const wrong = await command('jobs', 'retry', 'surveys')
    assert.equal(wrong.code, 64)
    assert.match(wrong.stderr, /such as survey:12, or the id of a job/)
  },
)

onOwnPostgresPrograms(
  '`jobs cancel` does not count a job that was done before it came to it',
  async (programs, t) => {
    await using jobs = await openJobs(programs, t)
    const { db, queue, run } = jobs
    const [job] = await queue.boss.fetch<object>('survey/here')
    assert.ok(job !== undefined)
    let cancelling: Promise<string> = Promise.resolve('')
    await db.write(async (query) => {
      await queue.boss.complete(job.name, job.id, {}, { db: inTransaction(query) })
      cancelling = run('jobs', 'cancel', 'survey:1')
      // It has found three jobs and waits for this transaction.
      while (
        (await db.query("SELECT 1 FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted")).length < 1
      )
        await sleep(50)
    })
    assert.equal(await cancelling, '2 jobs cancelled\n')
    assert.deepEqual((await jobsOf(db, queue)).map(({ state }) => state).sort(), [
      'cancelled',
      'cancelled',
      'done',
    ])
  },
)

onOwnPostgresPrograms('a job whose worker is gone says so', async (programs, t) => {
  await using jobs = await openJobs(programs, t)
  const { db, queue, run } = jobs
  const [job] = await queue.boss.fetch<object>('survey/here')
  await db.query(
    `UPDATE ${queue.schema}.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active'`,
  )
  while ((await jobsOf(db, queue))[0]?.state !== 'failed') await queue.boss.supervise('survey/here')
  const [failed] = JSON.parse(await run('jobs', 'show', job?.id ?? '', '--format', 'json')) as JobRow[]
  assert.equal(failed?.reason, 'its worker ended, or was cut off from the database: no sign of life for 30 s')
})

onOwnPostgresPrograms(
  'a user who may only read lists jobs, and is refused the rest in a line',
  async (programs, t) => {
    await using jobs = await openJobs(programs, t)
    const { url, db, queue, path } = jobs
    await createQueues(queue, 'here')
    await db.query('CREATE ROLE reader LOGIN')
    for (const schema of ['public', queue.schema]) {
      await db.query(`GRANT USAGE ON SCHEMA ${schema} TO reader`)
      await db.query(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO reader`)
    }
    const read = (...args: readonly string[]) =>
      towlineHere(t, args, { DATABASE_URL: url.replace('towline@', 'reader@') })
    const listed = await read('jobs', 'list')
    assert.deepEqual([listed.code, listed.stderr], [0, ''])
    const list = join(path, 'list.csv')
    await writeFile(list, 'a.test\n')
    const add = ['jobs', 'add', 'survey', '--list', list, ...OWN_NETWORK, '--every']
    for (const args of [
      ['jobs', 'cancel', 'survey:1'],
      [...add, '0 3 2 * *'],
    ]) {
      const { code, stdout, stderr } = await read(...args)
      assert.deepEqual([code, stdout], [66, ''], args.join(' '))
      assert.match(stderr, /^towline: the database .* refuses us: .*\(permission denied for table \w+\)\n$/)
    }
    // There is no such day.
    const never = await read(...add, '0 3 31 2 *')
    assert.deepEqual([never.code, never.stdout], [64, ''])
    assert.match(
      never.stderr,
      /^towline: --every '0 3 31 2 \*' is no cron expression such as '0 3 2 \* \*'\n$/,
    )
  },
)

onOwnPostgresPrograms('at 80 columns a job has a line, and an id that commands take', async (programs, t) => {
  await using jobs = await openJobs(programs, t)
  const { db, queue, run, terminal, command } = jobs
  const { boss, schema } = queue
  await run('jobs', 'add', 'replay', 'recordings/a')
  await createQueues(queue, 'here')
  await boss.send('schedule', { adds: 'survey', vantage: 'here', options: {} }, { retryLimit: 0 })
  const fail = async (name: string, message: string): Promise<void> => {
    const [job] = await boss.fetch(name)
    await boss.fail(name, job?.id ?? '', { message })
  }
  await fail('schedule', 'no such file (/lists/top.csv)')
  await fail('survey/here', REFUSAL)
  const [done] = await boss.fetch('survey/here')
  await boss.complete('survey/here', done?.id ?? '')

  const listed = (await terminal('jobs', 'list')).map((line) => line.trimEnd())
  const added = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d'
  assert.equal(listed.length, 4, listed.join('\n'))
  assert.match(listed[0] ?? '', /^jobs +vantage +added \(UTC\) +waiting +under way +done +failed$/)
  for (const row of ['survey:1 +here', 'schedule +–', 'replay:[0-9a-f]{8} +here'])
    assert.ok(
      listed.some((line) => new RegExp(`^${row} +${added}( +\\d){4}$`).test(line)),
      `${row}: ${listed.join('\n')}`,
    )
  const replay = /^replay:\S+/m.exec(listed.join('\n'))?.[0] ?? ''
  assert.equal((await terminal('jobs', 'show', replay)).at(-1), '1 waiting')

  const [heading, first = '', more = '', waiting = '', ended = '', counts] = await terminal(
    'jobs',
    'show',
    'survey:1',
  )
  assert.match(heading ?? '', /^job +state +attempts +reason$/)
  assert.match(first, /^[0-9a-f]{8} +failed +1 +it is to connect to 127\.0\.0\.0\/8: /)
  assert.ok(`${first} ${more.trim()}`.endsWith(REFUSAL), `${first}\n${more}`)
  assert.match(waiting, /^[0-9a-f]{8} +waiting +0 +–$/)
  assert.match(ended, /^[0-9a-f]{8} +done +1 +–$/)
  assert.equal(counts, '1 failed, 1 waiting, 1 done')
  const [, only = '', counted] = await terminal('jobs', 'show', 'survey:1', '--state', 'waiting')
  assert.deepEqual([only, counted], [waiting, counts])
  assert.match(
    (await terminal('jobs', 'show', first.slice(0, 8)))[1] ?? '',
    new RegExp(`^${first.slice(0, 8)} +failed `),
  )
  // The jobs of schedules are of no survey.
  assert.match(
    (await run('jobs', 'show', 'schedule')).trimEnd(),
    / failed +1 +no such file \(\/lists\/top\.csv\)$/,
  )
  assert.equal(await run('jobs', 'retry', 'schedule'), '1 job waiting again\n')

  await db.query(`UPDATE ${schema}.job SET id = CAST('aaaaaaaa' || substr(id::text, 9) AS uuid)`)
  const unclear = await command('jobs', 'cancel', 'aaaaaaaa')
  assert.deepEqual([unclear.code, unclear.stdout], [65, ''])
  assert.match(unclear.stderr, /^towline: 5 jobs have an id that begins so: give more of it .*\n$/)
  assert.equal(linesOf(await run('jobs', 'show', 'survey:1')).length, 4)
})
