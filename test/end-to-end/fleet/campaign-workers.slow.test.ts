import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { VERSION } from '../../../cli/options/version.ts'
import { campaignById } from '../../../db/campaign/campaigns.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { jobGroups, selectJobs } from '../../../fleet/queue/job-groups.ts'
import { openQueue } from '../../../fleet/queue/open-queue.ts'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { argv, temporaryFolder } from '../../cli/towline.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { workerUser } from '../../fleet/worker-user.ts'
import { runTowline, startWorker } from './fleet-command.ts'

const ARMS = ['h1', 'h2']
const ROUNDS = 2
const SITES = ['page-12.test', 'all-three.test']

onOwnPostgres(
  'each round of a site is measured by one worker, also where one is killed in the middle of it',
  async ({ url }) => {
    await using sandbox = await openSandbox()
    await using folder = await temporaryFolder()
    const listFile = join(folder.path, 'two.csv')
    await writeFile(listFile, SITES.map((site) => `${site}\n`).join(''))
    const network = ['--allow-address', sandbox.allowCidrs.join(',')]
    await using first = startWorker(sandbox, url, 'here')
    await first.says('here takes jobs')
    await runTowline(sandbox, url, ['jobs', 'add', 'survey', '--list', listFile, ...network])
    await first.says('survey:1: 2 sites recorded')
    const added = await runTowline(sandbox, url, [
      ...argv`jobs add campaign`,
      ...network,
      ...argv`--select 2 --arms ${ARMS.join(',')} --rounds ${ROUNDS} --sites-per-job 1 --pause 1ms
      --busy-limit 1 --no-capture`,
    ])
    assert.match(added, /^campaign:1: 2 sites from here, in 4 jobs$/m)
    await using db = await openDatabase({ url })
    await using queue = await openQueue({ url, db, warn: () => {} })
    await db.query(`UPDATE ${queue.schema}.job SET heartbeat_seconds = 10`)

    await first.says(/campaign:1: round \d, 2 samples recorded/)
    // The next block is under way, and none of its samples is to be seen.
    while (
      !(await selectJobs(db, queue, { kind: 'campaign', subject: '1' })).some(
        ({ state }) => state === 'active',
      )
    )
      await sleep(50)
    first.child.kill('SIGKILL')
    await using second = startWorker(sandbox, await workerUser(url), 'here')
    while ((await campaignById(db, 1))?.state !== 'finished') await sleep(200)

    const blocks = await db.query(
      `SELECT site, round, count(*) AS samples, count(DISTINCT owner) AS owners, min(attempt) AS attempt
       FROM samples WHERE campaign_id = 1 AND role = 'sample' AND state <> 'pending' GROUP BY site, round`,
    )
    assert.equal(blocks.length, SITES.length * ROUNDS)
    for (const block of blocks)
      assert.deepEqual(
        [Number(block.samples), Number(block.owners), Number(block.attempt)],
        [ARMS.length, 1, 1],
      )
    const owners = await db.query("SELECT DISTINCT owner FROM samples WHERE role = 'sample'")
    assert.ok(owners.length > 1, 'one worker did all of it')
    const group = (await jobGroups(db, queue)).find(({ kind }) => kind === 'campaign')
    assert.deepEqual([group?.waiting, group?.active, group?.done, group?.failed], [0, 0, 4, 0])
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
    second.child.kill('SIGTERM')
    const { code, stderr } = await second.ended
    assert.equal(code, 0, stderr)
    assert.doesNotMatch(stderr, /permission denied/)
  },
  noBrowser,
)
