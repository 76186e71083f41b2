import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sandbox } from '../../../lab/sandbox/open.ts'
import { listSites, readSites } from '../../../lab/sandbox/site/sites.ts'
import { differences, readSurvey } from '../../end-to-end/survey/sandbox-survey.ts'
import { untilDone } from '../../end-to-end/survey/sites-done.ts'
import { crawlFolder } from '../prepare/sandbox-crawl.ts'

const SITES = 40
const FLAGS = ['--sandbox-sites', String(SITES)]

test('Ctrl-C ends a sandbox crawl within seconds, leaves nothing running, and --resume finishes it', async () => {
  await using folder = await crawlFolder()
  const crawl = folder.crawl([...FLAGS, '--concurrency', '2'])
  assert.ok(await crawl.says(/survey 1: 40 sites of sandbox/), crawl.stderr())
  await untilDone(folder.database, 5, crawl.ended)
  const interruptedAt = performance.now()
  crawl.interrupt()
  assert.deepEqual(await crawl.ended, { code: 130, signal: null }, crawl.stderr())
  // A second or two where nothing else runs: the sandbox is closed in it, which waits for its servers.
  assert.ok(performance.now() - interruptedAt < 30_000)
  const [, done] =
    /stopped: survey 1 has (\d+) of 40 sites; --resume continues it\n/.exec(crawl.stderr()) ?? []
  assert.ok(Number(done) > 0 && Number(done) < SITES, crawl.stderr())
  assert.deepEqual(await folder.leftovers(), [])

  const before = await readSurvey(folder.database)
  assert.equal(before.sites.length, Number(done), 'what it said is what is there')
  const resumed = folder.crawl([...FLAGS, '--concurrency', '16', '--resume'])
  assert.deepEqual(await resumed.ended, { code: 0, signal: null }, resumed.stderr())
  assert.match(resumed.stderr(), /resuming survey 1\n/)
  const survey = await readSurvey(folder.database)
  const sites = listSites(readSites(), SITES).map(({ site }) => site)
  assert.deepEqual(differences({ sites } as unknown as Sandbox, survey), [])
  for (const site of before.sites)
    assert.deepEqual(
      survey.sites.find(({ rank }) => rank === site.rank),
      site,
      'what was recorded stays',
    )
  assert.deepEqual(await folder.leftovers(), [])
})

test('Ctrl-C while the sandbox is being opened ends it as well', async () => {
  await using folder = await crawlFolder()
  const crawl = folder.crawl(FLAGS)
  assert.ok(await crawl.says(/opening the sandbox/), crawl.stderr())
  crawl.interrupt()
  assert.deepEqual(await crawl.ended, { code: 130, signal: null }, crawl.stderr())
  assert.match(crawl.stderr(), /towline: stopped\n$/)
  assert.deepEqual(await folder.leftovers(), [])
})
