import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../../db/connection/open.ts'
import { surveyProgress } from '../../../db/survey/survey-sites.ts'
import { jobGroups, selectJobs } from '../../../fleet/queue/job-groups.ts'
import { openQueue } from '../../../fleet/queue/open-queue.ts'
import { temporaryFolder, towline } from '../../cli/towline.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { serveDns } from '../../servers/dns.ts'
import { localWorker } from './fleet-command.ts'

const SITES = ['a.test', 'b.test', 'c.test']
const NETWORK = ['--allow-address', '127.0.0.0/8']
const NXDOMAIN = { rcode: 3 }

onOwnPostgres(
  'a worker that gets SIGTERM in the middle of a visit records it, and takes no further job',
  async ({ url }) => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'list.csv'), SITES.map((site) => `${site}\n`).join(''))
    const visiting = Promise.withResolvers<void>()
    let isEnding = false
    // The visit's first question waits for its answer until the worker has heard the signal.
    await using resolver = await serveDns(({ name }) => {
      if (!SITES.includes(name)) return NXDOMAIN
      visiting.resolve()
      return isEnding ? NXDOMAIN : { silent: true }
    })
    const flags = [...NETWORK, '--resolver', resolver.address, '--concurrency', '1']
    await using worker = localWorker(url, folder.path, 'here', flags)
    await worker.says('here takes jobs')
    const added = await towline(
      ['jobs', 'add', 'survey', '--list', 'list.csv', '--sites-per-job', '1', ...NETWORK],
      { cwd: folder.path, env: { DATABASE_URL: url } },
    )
    assert.match(added.stdout, /^survey:1: 3 sites .* from here, in 3 jobs$/m, added.stderr)
    await Promise.race([visiting.promise, worker.ended])
    worker.child.kill('SIGTERM')
    await worker.says('here ends when the jobs under way are done')
    isEnding = true
    const { code, stderr } = await worker.ended
    assert.equal(code, 0, stderr)

    await using db = await openDatabase({ url })
    await using queue = await openQueue({ url, db, warn: () => {} })
    const [group] = await jobGroups(db, queue)
    assert.deepEqual([group?.waiting, group?.active, group?.done, group?.failed], [2, 0, 1, 0])
    const jobs = await selectJobs(db, queue, { kind: 'survey', subject: '1' })
    assert.deepEqual(jobs.map(({ attempts }) => attempts).sort(), [0, 0, 1])
    assert.equal((await surveyProgress(db, 1)).done, 1)
    const visited = resolver.asked.filter(({ name }) => SITES.includes(name))
    assert.equal(new Set(visited.map(({ name }) => name)).size, 1)
  },
)
