import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { VERSION } from '../../../cli/options/version.ts'
import { campaignById } from '../../../db/campaign/campaigns.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { surveyProgress } from '../../../db/survey/survey-sites.ts'
import { latestSurvey } from '../../../db/survey/surveys.ts'
import { jobGroups, selectJobs } from '../../../fleet/queue/job-groups.ts'
import { openQueue } from '../../../fleet/queue/open-queue.ts'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { readSites } from '../../../lab/sandbox/site/sites.ts'
import { argv, temporaryFolder } from '../../cli/towline.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { workerUser } from '../../fleet/worker-user.ts'
import { differences, readSurvey } from '../survey/sandbox-survey.ts'
import { runTowline, startWorker, surveyWords } from './fleet-command.ts'

const ZOO = readSites().length
/**
 * Healthy ones that speak HTTP/1.1 and HTTP/2: a survey of them takes seconds, what is found of them depends on no time
 * limit, and a campaign measures any of them under both.
 */
const SITES = 60
const ARMS = ['h1', 'h2']
const ROUNDS = 2
const SELECTED = 2
/** A job's lease, the shortest that pg-boss allows: a killed worker's jobs wait for its end. */
const LEASE_S = 10

onOwnPostgres(
  'workers that are killed, and a database that is, lose no site and no round, and record none twice',
  async ({ url, kill, start }) => {
    await using whole = await openSandbox({ sites: ZOO + 2 * SITES })
    await using folder = await temporaryFolder()
    const speakBoth = whole.sites.slice(ZOO).filter(({ facts: { h1, h2 } }) => h1 === true && h2 === true)
    const sandbox = {
      ...whole,
      ...{ sites: speakBoth.slice(0, SITES), listFile: join(folder.path, 'healthy.csv') },
    }
    assert.equal(sandbox.sites.length, SITES)
    await writeFile(sandbox.listFile, sandbox.sites.map(({ domain }) => `${domain}\n`).join(''))
    await using first = startWorker(sandbox, url, 'here', ['--concurrency', '8'])
    await first.says('here takes jobs')
    const added = await runTowline(sandbox, url, [
      ...['jobs', 'add', 'survey', ...surveyWords(sandbox), '--sites-per-job', '6'],
    ])
    assert.match(added, /^survey:1: 60 sites .* from here, in 10 jobs$/m)
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
    await done(8)
    first.child.kill('SIGKILL')
    await using second = startWorker(sandbox, asWorker, 'here', ['--concurrency', '8'])
    await using third = startWorker(sandbox, asWorker, 'here', ['--concurrency', '8'])
    await done(24)
    second.child.kill('SIGKILL')
    await done(36)
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
    assert.deepEqual([group?.waiting, group?.active, group?.done, group?.failed], [0, 0, 10, 0])
    const jobs = await selectJobs(db, queue, { kind: 'survey', subject: '1' })
    assert.ok(
      jobs.some(({ attempts }) => attempts > 1),
      'no worker was killed in the middle of a job',
    )
    third.child.kill('SIGTERM')
    assert.equal((await third.ended).code, 0)

    // Each round of a site is measured by one worker, also where one is killed in the middle of it.
    const planned = await runTowline(sandbox, url, [
      ...argv`jobs add campaign`,
      ...['--allow-address', sandbox.allowCidrs.join(',')],
      ...argv`--select ${SELECTED} --arms ${ARMS.join(',')} --rounds ${ROUNDS} --sites-per-job 1 --pause 1ms
      --busy-limit 1 --no-capture`,
    ])
    assert.match(planned, /^campaign:1: 2 sites from here, in 4 jobs$/m)
    await db.query(`UPDATE ${queue.schema}.job SET heartbeat_seconds = ${LEASE_S}`)

    await fourth.says(/campaign:1: round \d, 2 samples recorded/)
    // The next block is under way, and none of its samples is to be seen.
    while (
      !(await selectJobs(db, queue, { kind: 'campaign', subject: '1' })).some(
        ({ state }) => state === 'active',
      )
    )
      await sleep(50)
    fourth.child.kill('SIGKILL')
    await using fifth = startWorker(sandbox, asWorker, 'here')
    while ((await campaignById(db, 1))?.state !== 'finished') await sleep(200)

    const blocks = await db.query(
      `SELECT site, round, count(*) AS samples, count(DISTINCT owner) AS owners, min(attempt) AS attempt
       FROM samples WHERE campaign_id = 1 AND role = 'sample' AND state <> 'pending' GROUP BY site, round`,
    )
    assert.equal(blocks.length, SELECTED * ROUNDS)
    for (const block of blocks)
      assert.deepEqual(
        [Number(block.samples), Number(block.owners), Number(block.attempt)],
        [ARMS.length, 1, 1],
      )
    const owners = await db.query("SELECT DISTINCT owner FROM samples WHERE role = 'sample'")
    assert.ok(owners.length > 1, 'one worker did all of it')
    const measured = (await jobGroups(db, queue)).find(({ kind }) => kind === 'campaign')
    assert.deepEqual([measured?.waiting, measured?.active, measured?.done, measured?.failed], [0, 0, 4, 0])
    const campaign = await campaignById(db, 1)
    assert.equal(campaign?.vantage, 'here')
    assert.deepEqual([campaign?.versions.node, campaign?.versions.towline], [process.versions.node, VERSION])
    assert.equal(campaign?.capture, 'none: --no-capture')
    // With what each block was measured is kept with its job.
    const outputs = await db.query(`SELECT output FROM ${queue.schema}.job WHERE name LIKE 'campaign/%'`)
    for (const { output } of outputs) {
      const { samples, vantageFacts, versions } = output as Record<string, unknown>
      assert.equal(samples, ARMS.length)
      assert.deepEqual(
        Object.keys(vantageFacts ?? {}).sort(),
        Object.keys(campaign?.vantageFacts ?? {}).sort(),
      )
      assert.deepEqual(versions, campaign?.versions)
    }
    fifth.child.kill('SIGTERM')
    assert.equal((await fifth.ended).code, 0)
    for (const worker of [second, third, fourth, fifth])
      assert.doesNotMatch((await worker.ended).stderr, /permission denied/)
  },
  noBrowser,
)
