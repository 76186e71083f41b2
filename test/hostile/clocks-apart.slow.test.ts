import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../db/connection/open.ts'
import { surveyById } from '../../db/survey/surveys.ts'
import { openQueue } from '../../fleet/queue/open-queue.ts'
import { temporaryFolder, towline } from '../cli/towline.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'
import { localWorker, type RunningWorker } from '../end-to-end/fleet/fleet-command.ts'
import { serveDns } from '../servers/dns.ts'

const HOUR_MS = 3_600_000
const SITES = Array.from({ length: 30 }, (_, n) => `site${n}.test`)
const NETWORK = ['--allow-address', '127.0.0.0/8']
const NXDOMAIN = { rcode: 3 }
const SHIFT = join(import.meta.dirname, 'shifted-clock.ts')

/** A worker whose wall clock is so far ahead. */
function shiftedWorker(url: string, cwd: string, resolver: string, shiftMs: number): RunningWorker {
  const { NODE_OPTIONS = '' } = process.env
  process.env.NODE_OPTIONS = `${NODE_OPTIONS} --import=${SHIFT}`
  process.env.CLOCK_SHIFT_MS = String(shiftMs)
  try {
    return localWorker(url, cwd, 'here', [...NETWORK, '--resolver', resolver, '--concurrency', '1'])
  } finally {
    process.env.NODE_OPTIONS = NODE_OPTIONS
    delete process.env.CLOCK_SHIFT_MS
  }
}

onOwnPostgres(
  'workers with clocks two hours apart visit each site once, and take over from a killed one',
  async ({ url }) => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'list.csv'), SITES.map((site) => `${site}\n`).join(''))
    const held = Promise.withResolvers<void>()
    let isReleased = false
    await using resolver = await serveDns(({ name }) => {
      if (isReleased || !SITES.includes(name)) return NXDOMAIN
      held.resolve()
      return { silent: true }
    })
    await using db = await openDatabase({ url })
    await using queue = await openQueue({ url, db, warn: () => {} })
    await using ahead = shiftedWorker(url, folder.path, resolver.address, HOUR_MS)
    await ahead.says('here takes jobs')
    const [vantage] = await db.query("SELECT clock_offset_ms FROM vantages WHERE name = 'here'")
    assert.ok(
      Math.abs(Number(vantage?.clock_offset_ms) - HOUR_MS) < 10_000,
      'the clock is shifted, and it is said',
    )
    const { stderr, stdout } = await towline(
      ['jobs', 'add', 'survey', '--list', 'list.csv', '--sites-per-job', '2', ...NETWORK],
      { cwd: folder.path, env: { DATABASE_URL: url } },
    )
    assert.match(stdout, /in 15 jobs$/m, stderr)
    await held.promise
    await using behind = shiftedWorker(url, folder.path, resolver.address, -HOUR_MS)
    await behind.says('here takes jobs')
    // The first job is the other one's, whatever the time is here.
    const attempts = async (): Promise<number[]> =>
      (await db.query('SELECT attempt FROM survey_sites')).map(({ attempt }) => Number(attempt))
    assert.ok((await attempts()).every((attempt) => attempt <= 1))
    await db.query(`UPDATE ${queue.schema}.job SET heartbeat_seconds = 10 WHERE state = 'active'`)
    ahead.child.kill('SIGKILL')
    isReleased = true
    while ((await surveyById(db, 1))?.state !== 'finished') await sleep(100)
    const sites = await db.query("SELECT attempt, failure FROM survey_sites WHERE state = 'done'")
    assert.equal(sites.length, SITES.length)
    for (const { failure } of sites) assert.equal(failure, 'dns_nxdomain')
    // Sites of the job that was killed, and of none that was not.
    const twice = (await attempts()).filter((attempt) => attempt > 1)
    assert.ok(twice.length <= 4, `${twice.length} sites were begun again`)
  },
)
