import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { freshCrawlArguments, freshState } from '../../../cli/demo/fresh-crawl.ts'
import { copyRecorded } from '../../../cli/demo/recorded.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { testFolder } from '../../test-folder.ts'

const folder = testFolder()
const database = join(folder, 'data', 'demo.sqlite')
before(() => copyRecorded(database))

async function write(sql: string): Promise<void> {
  await using db = await openDatabase({ url: database })
  await db.write(async (query) => void (await query(sql)))
}

const vantageOf = (argv: readonly string[]): string => argv[argv.indexOf('--vantage') + 1] ?? ''
const CRAWL = { database: 'demo.sqlite', rounds: 2, sites: 1, resume: false } as const

test('the recorded data hold no fresh crawl; one is started with its survey and finished with its campaign', async () => {
  const vantage = vantageOf(freshCrawlArguments({ ...CRAWL, link: 'link' }))
  assert.equal(await freshState(database), 'none')
  await write(`UPDATE surveys SET vantage = '${vantage}'`)
  assert.equal(await freshState(database), 'started')
  await write(`UPDATE campaigns SET vantage = '${vantage}', state = 'stopped', finished_at = NULL`)
  assert.equal(await freshState(database), 'started')
  await write("UPDATE campaigns SET state = 'finished', finished_at = created_at")
  assert.equal(await freshState(database), 'finished')
})

test('data that are there already stay as they are', async () => {
  await write("UPDATE campaigns SET vantage = 'changed'")
  await copyRecorded(database)
  await using db = await openDatabase({ url: database })
  assert.deepEqual(await db.query('SELECT DISTINCT vantage FROM campaigns'), [{ vantage: 'changed' }])
})

test('a crawl has a link where it can be emulated, and its vantage point says whether', () => {
  const linked = freshCrawlArguments({ ...CRAWL, link: 'link' })
  const bare = freshCrawlArguments({ ...CRAWL, link: 'none' })
  assert.ok(linked.includes('--link'))
  assert.ok(!bare.includes('--link'))
  assert.match(vantageOf(linked), /^this machine.*50 ms/)
  assert.match(vantageOf(bare), /^this machine.*no delay/)
})
