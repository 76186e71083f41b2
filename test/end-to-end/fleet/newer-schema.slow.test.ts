import assert from 'node:assert/strict'
import { EXIT } from '../../../cli/exit/exit-codes.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { surveyProgress } from '../../../db/survey/survey-sites.ts'
import { jobGroups } from '../../../fleet/queue/job-groups.ts'
import { openQueue } from '../../../fleet/queue/open-queue.ts'
import { temporaryFolder } from '../../cli/towline.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { localWorker } from './fleet-command.ts'
import { holdVisit } from './held-visit.ts'

/** What a program says last. */
const lastLine = (said: string): string => said.trimEnd().split('\n').at(-1) ?? ''

onOwnPostgres(
  'a worker whose database becomes newer records the job that it has, and refuses before the next one',
  async ({ url }) => {
    await using db = await openDatabase({ url })
    await using queue = await openQueue({ url, db, warn: () => {} })
    await using visit = await holdVisit(url)
    await db.query("INSERT INTO towline_migrations (name, batch) VALUES ('999-future', 1)")
    visit.release()
    const { code, stderr } = await visit.worker.ended
    assert.equal(code, EXIT.newer, stderr)
    assert.match(
      lastLine(stderr),
      /^towline: .* was written by a newer towline \(999-future\): update towline/,
    )
    assert.doesNotMatch(stderr, /^\s+at /m)
    const [group] = await jobGroups(db, queue)
    assert.deepEqual([group?.waiting, group?.active, group?.done, group?.failed], [2, 0, 1, 0])
    assert.equal((await surveyProgress(db, 1)).done, 1)
  },
)

onOwnPostgres('so does one that waits for jobs, and one whose jobs become newer', async ({ url }) => {
  await using folder = await temporaryFolder()
  await using db = await openDatabase({ url })
  await using queue = await openQueue({ url, db, warn: () => {} })
  for (const [statement, words] of [
    [`UPDATE ${queue.schema}.version SET version = version + 9000`, /kept by a newer towline/],
    [
      "INSERT INTO towline_migrations (name, batch) VALUES ('999-future', 1)",
      /\(999-future\): update towline/,
    ],
  ] as const) {
    await using worker = localWorker(url, folder.path, 'here')
    await worker.says('here takes jobs')
    await db.query(statement)
    const { code, stderr } = await worker.ended
    assert.equal(code, EXIT.newer, stderr)
    assert.match(lastLine(stderr), words)
    await db.query(`UPDATE ${queue.schema}.version SET version = version % 9000`)
  }
})
