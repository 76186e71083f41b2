import assert from 'node:assert/strict'
import { openDatabase } from '../../../db/connection/open.ts'
import { surveyProgress } from '../../../db/survey/survey-sites.ts'
import { jobGroups, selectJobs } from '../../../fleet/queue/job-groups.ts'
import { openQueue } from '../../../fleet/queue/open-queue.ts'
import { temporaryFolder } from '../../cli/towline.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { serveDns } from '../../servers/dns.ts'
import { localWorker } from './fleet-command.ts'
import { holdVisit } from './held-visit.ts'

onOwnPostgres(
  'a worker that gets SIGTERM in the middle of a visit records it, and takes no further job',
  async ({ url }) => {
    await using visit = await holdVisit(url)
    const { worker } = visit
    worker.child.kill('SIGTERM')
    await worker.says('here ends when the jobs under way are done')
    visit.release()
    const { code, stderr } = await worker.ended
    assert.equal(code, 0, stderr)

    await using db = await openDatabase({ url })
    await using queue = await openQueue({ url, db, warn: () => {} })
    const [group] = await jobGroups(db, queue)
    assert.deepEqual([group?.waiting, group?.active, group?.done, group?.failed], [2, 0, 1, 0])
    const jobs = await selectJobs(db, queue, { kind: 'survey', subject: '1' })
    assert.deepEqual(jobs.map(({ attempts }) => attempts).sort(), [0, 0, 1])
    assert.equal((await surveyProgress(db, 1)).done, 1)
    assert.equal(visit.asked().size, 1)
  },
)

onOwnPostgres('one that gets SIGTERM before it takes jobs ends as well', async ({ url }) => {
  await using folder = await temporaryFolder()
  const measuring = Promise.withResolvers<void>()
  await using resolver = await serveDns(() => {
    measuring.resolve()
    return { silent: true }
  })
  await using worker = localWorker(url, folder.path, 'here', ['--resolver', resolver.address])
  await Promise.race([measuring.promise, worker.ended])
  worker.child.kill('SIGTERM')
  const { code, stderr } = await worker.ended
  assert.deepEqual([code, stderr], [0, ''])
})
