import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../db/connection/open.ts'
import { surveyProgress } from '../../../db/survey/survey-sites.ts'
import { latestSurvey } from '../../../db/survey/surveys.ts'
import { jobGroups, selectJobs } from '../../../fleet/queue/job-groups.ts'
import { openQueue } from '../../../fleet/queue/open-queue.ts'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { readSites } from '../../../lab/sandbox/site/sites.ts'
import { temporaryFolder } from '../../cli/towline.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { workerUser } from '../../fleet/worker-user.ts'
import { differences, readSurvey } from '../survey/sandbox-survey.ts'
import { runTowline, startWorker, surveyWords } from './fleet-command.ts'

const ZOO = readSites().length
/** Healthy ones: a survey of them takes seconds, and what is found of them depends on no time limit. */
const SITES = 90
/** A job's lease, the shortest that pg-boss allows: a killed worker's jobs wait for its end. */
const LEASE_S = 10

onOwnPostgres(
  'workers that are killed, and a database that is, lose no site and record none twice',
  async ({ url, kill, start }) => {
    await using whole = await openSandbox({ sites: ZOO + SITES })
    await using folder = await temporaryFolder()
    const sandbox = { ...whole, sites: whole.sites.slice(ZOO), listFile: join(folder.path, 'healthy.csv') }
    await writeFile(sandbox.listFile, sandbox.sites.map(({ domain }) => `${domain}\n`).join(''))
    await using first = startWorker(sandbox, url, 'here', ['--concurrency', '8'])
    await first.says('here takes jobs')
    const added = await runTowline(sandbox, url, [
      ...['jobs', 'add', 'survey', ...surveyWords(sandbox), '--sites-per-job', '6'],
    ])
    assert.match(added, /^survey:1: 90 sites .* from here, in 15 jobs$/m)
    await using db = await openDatabase({ url })
    await using queue = await openQueue({ url, db, warn: () => {} })
    await queue.boss.updateQueue('survey/here', {
      heartbeatSeconds: LEASE_S,
      retryDelay: 0,
      retryBackoff: false,
    })
    await db.query(`UPDATE ${queue.schema}.job SET heartbeat_seconds = ${LEASE_S}`)
    const done = async (sites: number): Promise<void> => {
      while ((await surveyProgress(db, 1)).done < sites) await sleep(50)
    }

    // From here on workers have the least rights.
    const asWorker = await workerUser(url)
    await done(12)
    first.child.kill('SIGKILL')
    await using second = startWorker(sandbox, asWorker, 'here', ['--concurrency', '8'])
    await using third = startWorker(sandbox, asWorker, 'here', ['--concurrency', '8'])
    await done(36)
    second.child.kill('SIGKILL')
    await done(54)
    await kill()
    await start()
    await third.says('the database is back')
    await using fourth = startWorker(sandbox, asWorker, 'here', ['--concurrency', '8'])
    await done(SITES)

    assert.deepEqual(differences(sandbox, await readSurvey(url)), [])
    assert.equal((await latestSurvey(db))?.state, 'finished')
    const survey = await latestSurvey(db)
    assert.deepEqual([survey?.vantage, survey?.resolver], ['here', sandbox.resolver])
    assert.equal(survey?.versions.node, process.versions.node)
    const [group] = await jobGroups(db, queue)
    assert.deepEqual([group?.waiting, group?.active, group?.done, group?.failed], [0, 0, 15, 0])
    const jobs = await selectJobs(db, queue, { kind: 'survey', subject: '1' })
    assert.ok(
      jobs.some(({ attempts }) => attempts > 1),
      'no worker was killed in the middle of a job',
    )
    third.child.kill('SIGTERM')
    fourth.child.kill('SIGTERM')
    assert.equal((await third.ended).code, 0)
    assert.equal((await fourth.ended).code, 0)
    for (const worker of [second, third, fourth])
      assert.doesNotMatch((await worker.ended).stderr, /permission denied/)
  },
)
