import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../db/connection/database.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { listLabRuns } from '../../../db/lab/lab-runs.ts'
import { jobGroups, selectJobs } from '../../../fleet/queue/job-groups.ts'
import { openQueue } from '../../../fleet/queue/open-queue.ts'
import { harRecording } from '../../cli/replay/har-recording.ts'
import { runFolder } from '../../cli/run-folder.ts'
import { towline } from '../../cli/towline.ts'
import { noBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { tcpFront } from '../../db/tcp-front.ts'
import { whyNoLink } from '../../lab/link/why-no-link.ts'
import { whyNoServer } from '../../lab/origin/running-server.ts'
import { localWorker } from './fleet-command.ts'

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))
const ARMS = ['h1', 'h2']
const ROUNDS = 2

onOwnPostgres(
  'a replay whose worker is killed is continued by another one: each load once, in one lab run of the vantage point',
  async (server) => {
    await using folder = await runFolder()
    // As on another machine: what loads the pages is in a network of its own, from which no TCP port is reached.
    await using front = await tcpFront(server.url)
    const { url } = front
    const recording = join(folder.path, 'shop')
    await harRecording(recording, [
      { name: 'shop.test', protocol: 'h2', address: '192.0.2.1' },
      { name: 'cdn.test', protocol: 'http/1.1', address: '192.0.2.2' },
    ])
    const flags = ['--takes', 'replay', '--recordings', folder.path, '--cache', folder.cache]
    await using first = localWorker(url, folder.path, 'here', flags)
    await first.says('here takes jobs')
    const added = await towline(
      [
        ...['jobs', 'add', 'replay', recording, '--arms', ARMS.join(','), '--rounds', String(ROUNDS)],
        ...['--link', 'rtt=10ms', '--pause', '1ms', '--busy-limit', '1', '--no-capture'],
      ],
      { cwd: folder.path, env: { DATABASE_URL: url } },
    )
    const [, replayId = ''] = /^replay:(\S+): 1 recordings from here$/m.exec(added.stdout) ?? []
    assert.notEqual(replayId, '', added.stderr)
    await using db = await openDatabase({ url })
    await using queue = await openQueue({ url, db, warn: () => {} })
    // A killed worker's job waits for the end of its lease: the shortest that pg-boss allows.
    await queue.boss.updateQueue('replay/here', {
      heartbeatSeconds: 10,
      retryDelay: 0,
      retryBackoff: false,
    })
    await db.query(`UPDATE ${queue.schema}.job SET heartbeat_seconds = 10`)

    while ((await states(db)).filter((state) => state === 'valid').length < 1) await sleep(50)
    first.child.kill('SIGKILL')
    await first.ended
    await using second = localWorker(url, folder.path, 'here', flags)
    await second.says(`replay:${replayId}: finished`)

    assert.deepEqual(await states(db), Array(ARMS.length * ROUNDS).fill('valid'))
    assert.deepEqual(
      (await listLabRuns(db)).map(({ state }) => state),
      ['finished'],
    )
    const campaigns = await db.query('SELECT DISTINCT vantage FROM campaigns')
    assert.deepEqual(
      campaigns.map(({ vantage }) => vantage),
      ['here'],
    )
    const [job] = await selectJobs(db, queue, { kind: 'replay', subject: replayId })
    assert.deepEqual([job?.state, job?.attempts], ['done', 2])

    // As where the connection was lost between the end of the run and that of the job.
    await db.query(`UPDATE ${queue.schema}.job SET state = 'retry', completed_on = NULL`)
    while ((await jobGroups(db, queue))[0]?.done !== 1) await sleep(50)
    assert.equal((await listLabRuns(db)).length, 1)
    second.child.kill('SIGTERM')
    assert.equal((await second.ended).code, 0)
    assert.deepEqual(await folder.leftovers(), [])
  },
  skip,
)

/** Of all loads that count. */
async function states(db: Database): Promise<string[]> {
  const rows = await db.query("SELECT state FROM samples WHERE role = 'sample'")
  return rows.map(({ state }) => String(state))
}
