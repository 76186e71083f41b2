import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EXIT } from '../../../cli/exit/exit-codes.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { surveyProgress } from '../../../db/survey/survey-sites.ts'
import { jobGroups } from '../../../fleet/queue/job-groups.ts'
import { openQueue } from '../../../fleet/queue/open-queue.ts'
import { temporaryFolder, towline } from '../../cli/towline.ts'
import { onOwnPostgres } from '../../db/postgres-server.ts'
import { serveDns } from '../../servers/dns.ts'
import { localWorker } from './fleet-command.ts'

const SITES = ['a.test', 'b.test', 'c.test']
const NETWORK = ['--allow-address', '127.0.0.0/8']
const NXDOMAIN = { rcode: 3 }

/** What a program says last. */
const lastLine = (said: string): string => said.trimEnd().split('\n').at(-1) ?? ''

onOwnPostgres(
  'a worker whose database becomes newer records the job that it has, and refuses before the next one',
  async ({ url }) => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'list.csv'), SITES.map((site) => `${site}\n`).join(''))
    await using db = await openDatabase({ url })
    await using queue = await openQueue({ url, db, warn: () => {} })
    const visiting = Promise.withResolvers<void>()
    let isNewer = false
    // The visit's first question waits for its answer until the database is newer.
    await using resolver = await serveDns(({ name }) => {
      if (!SITES.includes(name)) return NXDOMAIN
      visiting.resolve()
      return isNewer ? NXDOMAIN : { silent: true }
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
    await db.query("INSERT INTO towline_migrations (name, batch) VALUES ('999-future', 1)")
    isNewer = true
    const { code, stderr } = await worker.ended
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
