import assert from 'node:assert/strict'
import { openDatabase } from '../../../db/connection/open.ts'
import { listSurveys } from '../../../db/survey/surveys.ts'
import type { Sandbox } from '../../../lab/sandbox/open.ts'
import { listSites, readSites } from '../../../lab/sandbox/site/sites.ts'
import type { CrawlFolder } from '../../cli/prepare/sandbox-crawl.ts'
import { supervisorWith } from '../../cli/worker/supervisor-with.ts'
import { differences, readSurvey } from './sandbox-survey.ts'
import { progressOf, sitesDone, untilDone } from './sites-done.ts'

/** Two of the sites have a dead address, which is waited for ten seconds: until then no crawl is over. */
const LEFT_AT_LEAST = 2

/**
 * Starts a crawl and kills it when its survey has done so many sites more, or all that can be done at once: `parent` is
 * the command itself, which holds the sandbox, `child` what it runs inside. Resolves to the sites that are done then.
 */
export async function killSome(
  folder: CrawlFolder,
  flags: readonly string[],
  victim: 'parent' | 'child',
  afterSites: number,
): Promise<number> {
  const before = await sitesDone(folder.database)
  const crawl = folder.crawl(flags)
  assert.ok(await crawl.says(/survey \d+: \d+ sites of|resuming survey \d+/), crawl.stderr())
  const { total } = await progressOf(folder.database)
  await untilDone(folder.database, Math.min(before + afterSites, total - LEFT_AT_LEAST), crawl.ended)
  const child = supervisorWith(folder, ' --list-name sandbox')
  const pid = victim === 'parent' ? crawl.pid : child?.pid
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  const { code, signal } = await crawl.ended
  assert.notEqual(code, 0, 'killed before it was done')
  if (victim === 'parent') assert.equal(signal, 'SIGKILL')
  else assert.match(crawl.stderr(), /towline: what ran in the sandbox was ended by SIGKILL .*--resume/)
  return await sitesDone(folder.database)
}

/** One survey, finished, with every site of the list once and everything about each as it truly is. */
export async function assertWhole(database: string, count: number): Promise<void> {
  const sites = listSites(readSites(), count).map(({ site }) => site)
  {
    await using db = await openDatabase({ url: database, readOnly: true })
    const surveys = await listSurveys(db)
    assert.deepEqual(
      surveys.map(({ id, state }) => ({ id, state })),
      [{ id: 1, state: 'finished' }],
    )
    const [check] = await db.query('PRAGMA integrity_check')
    assert.equal(check?.integrity_check, 'ok')
  }
  const survey = await readSurvey(database)
  assert.deepEqual(
    survey.sites.map(({ rank, domain }) => `${rank} ${domain}`),
    sites.map(({ domain }, index) => `${index + 1} ${domain}`),
  )
  for (const [domain, rows] of survey.rows) {
    const asked = rows.filter(({ operation, host }) => operation === 'dns' && host === domain)
    assert.equal(asked.length, 1, `${domain} has the rows of ${asked.length} visits`)
  }
  assert.deepEqual(differences({ sites } as unknown as Sandbox, survey), [])
}
