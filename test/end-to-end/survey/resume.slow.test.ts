import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rng } from '../../../stats/rng.ts'
import { type CrawlFolder, crawlFolder } from '../../cli/prepare/sandbox-crawl.ts'
import { assertWhole, killSome } from './killed-crawl.ts'
import { readSurvey, type SandboxSurvey } from './sandbox-survey.ts'
import { untilDone } from './sites-done.ts'

const SITES = 60
const FLAGS = ['--sandbox-sites', String(SITES)]

test('a sandbox crawl that Ctrl-C stops within seconds, and that is killed, once its child and once itself, is finished by --resume as if nothing had been', async () => {
  await using folder = await crawlFolder()
  const before = await stopFirst(folder)
  const flags = [...FLAGS, '--concurrency', '8', '--resume']
  const random = rng(1)
  for (const victim of ['child', 'parent'] as const) {
    await killSome(folder, flags, victim, Math.floor(1 + 10 * random()))
    assert.deepEqual(await folder.leftovers(), [], `after the ${victim} was killed`)
  }
  const last = folder.crawl(flags)
  assert.deepEqual(await last.ended, { code: 0, signal: null }, last.stderr())
  assert.match(last.stderr(), /resuming survey 1\n/)
  await assertWhole(folder.database, SITES)
  const { sites } = await readSurvey(folder.database)
  for (const site of before)
    assert.deepEqual(
      sites.find(({ rank }) => rank === site.rank),
      site,
      'what was recorded stays',
    )
  assert.deepEqual(await folder.leftovers(), [])
})

/** Begins the crawl and presses Ctrl-C when some sites are done. Resolves to what is recorded then. */
async function stopFirst(folder: CrawlFolder): Promise<SandboxSurvey['sites']> {
  const crawl = folder.crawl([...FLAGS, '--concurrency', '2'])
  assert.ok(await crawl.says(/survey 1: 60 sites of sandbox/), crawl.stderr())
  await untilDone(folder.database, 5, crawl.ended)
  const interruptedAt = performance.now()
  crawl.interrupt()
  assert.deepEqual(await crawl.ended, { code: 130, signal: null }, crawl.stderr())
  // A second or two where nothing else runs: the sandbox is closed in it, which waits for its servers.
  assert.ok(performance.now() - interruptedAt < 30_000)
  const [, done] =
    /stopped: survey 1 has (\d+) of 60 sites; --resume continues it\n/.exec(crawl.stderr()) ?? []
  assert.ok(Number(done) > 0 && Number(done) < SITES, crawl.stderr())
  assert.deepEqual(await folder.leftovers(), [])
  const { sites } = await readSurvey(folder.database)
  assert.equal(sites.length, Number(done), 'what it said is what is there')
  return sites
}
