import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../db/connection/open.ts'
import { recordVantage } from '../../../db/fleet/vantages.ts'
import { listSurveys } from '../../../db/survey/surveys.ts'
import { JOBS, SCHEDULE_QUEUE } from '../../../fleet/queue/job.ts'
import { openQueue } from '../../../fleet/queue/open-queue.ts'
import { temporaryFolder, towline } from '../../cli/towline.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { UNMEASURED } from '../../fleet/unmeasured.ts'
import { localWorker } from './fleet-command.ts'

const OWN_NETWORK = ['--allow-address', '127.0.0.0/8']

onOwnPostgres(
  'a schedule adds a survey each time that it is due, and its password is nowhere',
  async ({ url }) => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'list.csv'), 'a.test\nb.test\nc.test\n')
    await using db = await openDatabase({ url })
    for (const name of ['dublin', 'tokyo']) await recordVantage(db, { ...UNMEASURED, name })
    const secret = 'do-not-tell'
    const database = url.replace('towline@', `towline:${secret}@`)
    const run = async (...args: readonly string[]) => {
      const ended = await towline(args, { cwd: folder.path, env: { DATABASE_URL: database } })
      assert.deepEqual({ code: ended.code, stderr: ended.stderr }, { code: 0, stderr: '' })
      return ended.stdout
    }
    const add = ['jobs', 'add', 'survey', '--list', 'list.csv', ...OWN_NETWORK, '--each-vantage']
    const added = await run(...add, '--every', '0 3 2 1 *')
    const keys = [...added.matchAll(/^(survey-\w+-\w{8}): next at \d{4}-/gm)].map(([, key]) => key)
    assert.equal(keys.length, 2, added)
    // From now on it is the database that has the list.
    await rm(join(folder.path, 'list.csv'))
    assert.match(await run('jobs', 'schedules'), new RegExp(`${keys[0]}\\s+0 3 2 1 \\*`))

    await using queue = await openQueue({ url, db, warn: () => {} })
    // What pg-boss does when a schedule is due; that it does so within the minute is its own matter.
    for (const { data } of await queue.boss.getSchedules('schedule'))
      await queue.boss.send('schedule', data ?? null)
    await using away = await temporaryFolder()
    await using worker = localWorker(database, away.path, 'elsewhere', OWN_NETWORK)
    await worker.says('elsewhere takes jobs')
    while ((await listSurveys(db)).length < 2) await sleep(200)
    for (const key of keys) await run('jobs', 'schedules', '--remove', key ?? '')
    worker.child.kill('SIGTERM')
    assert.equal((await worker.ended).code, 0)

    const surveys = await listSurveys(db)
    assert.deepEqual(new Set(surveys.map(({ vantage }) => vantage)), new Set(['dublin', 'tokyo']))
    assert.ok(surveys.every(({ sites, state }) => sites === 3 && state === 'stopped'))
    assert.deepEqual(await queue.boss.getSchedules(), [])
    const jobs = await db.query(`SELECT data::text AS data FROM ${queue.schema}.job`)
    const known = await db.query('SELECT options, resolver, versions FROM surveys')
    for (const { resolver, versions } of known)
      assert.deepEqual([resolver, versions], [null, '{}'], 'who adds a survey does not visit its sites')
    assert.doesNotMatch(JSON.stringify([jobs, known, (await worker.ended).stderr]), new RegExp(secret))
  },
)

onOwnPostgres(
  'what came due while no worker ran is added once by the next one, surveys and replays',
  async ({ url }) => {
    await using folder = await temporaryFolder()
    const list = join(folder.path, 'list.csv')
    await writeFile(list, 'a.test\n')
    await using db = await openDatabase({ url })
    await recordVantage(db, { ...UNMEASURED, name: 'dublin' })
    const every = ['--every', '0 3 2 1 *']
    for (const words of [
      ['survey', '--list', list, ...OWN_NETWORK],
      ['replay', 'recordings/a', '--rounds', '3', '--priority', '7'],
    ]) {
      const added = await towline(['jobs', 'add', ...words, ...every], {
        cwd: folder.path,
        env: { DATABASE_URL: url },
      })
      assert.deepEqual([added.code, added.stderr], [0, ''])
    }
    await using queue = await openQueue({ url, db, warn: () => {} })
    const { schema } = queue
    // Made three years ago, and due three times since a worker last looked.
    await db.query(`UPDATE ${schema}.version SET cron_on = now() - interval '3 years'`)
    await db.query(`UPDATE ${schema}.schedule SET created_on = now() - interval '3 years'`)
    await using worker = localWorker(url, folder.path, 'elsewhere', OWN_NETWORK)
    const replays = () => db.query(`SELECT data, priority FROM ${schema}.job WHERE name = 'replay/dublin'`)
    while ((await listSurveys(db)).length < 1 || (await replays()).length < 1) await sleep(200)
    worker.child.kill('SIGTERM')
    assert.equal((await worker.ended).code, 0)

    assert.deepEqual(
      (await listSurveys(db)).map(({ vantage, sites }) => [vantage, sites]),
      [['dublin', 1]],
    )
    const [replay, ...more] = await replays()
    assert.deepEqual(more, [])
    const data = JOBS.replay.parse(replay?.data)
    assert.deepEqual(
      [replay?.priority, data.folders, data.rounds],
      [7, [join(folder.path, 'recordings/a')], 3],
    )
    const states = await db.query(
      `SELECT state::text AS state FROM ${schema}.job WHERE name = '${SCHEDULE_QUEUE}'`,
    )
    assert.deepEqual(
      states.map(({ state }) => state),
      ['completed', 'completed'],
    )
  },
)

onOwnPostgres('without a vantage point, or with several, `jobs add` asks which is meant', async ({ url }) => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'list.csv'), 'a.test\n')
  const env = { DATABASE_URL: url }
  const add = ['jobs', 'add', 'survey', '--list', 'list.csv', ...OWN_NETWORK]
  const none = await towline(add, { cwd: folder.path, env })
  assert.equal(none.code, 78)
  assert.match(none.stderr, /^towline: no vantage point yet: start one with .*\n$/)
  await using db = await openDatabase({ url })
  for (const name of ['dublin', 'tokyo']) await recordVantage(db, { ...UNMEASURED, name })
  const several = await towline(add, { cwd: folder.path, env })
  assert.equal(several.code, 64)
  assert.match(several.stderr, /^towline: say from where: --vantage dublin\|tokyo, or --each-vantage\n$/)
  const unknown = await towline([...add, '--vantage', 'oslo'], { cwd: folder.path, env })
  assert.match(unknown.stderr, /^towline: there is no vantage point 'oslo' \(known: dublin, tokyo\)\n$/)
  assert.deepEqual(await listSurveys(db), [])
})
