import assert from 'node:assert/strict'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { RECORDED } from '../../../cli/demo/recorded.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { startReadOnlyServer } from '../../../server/read-only-server.ts'
import { temporaryFolder } from '../../cli/towline.ts'
import { loadedCampaign } from '../../server/loaded-campaign.ts'
import { violations } from './axe.ts'
import { inBrowser } from './dashboard.ts'
import { openVisitor } from './visitor.ts'

const VANTAGE = 'this machine: sandbox, no delay'

/** The recorded demonstration, and beside it a crawl of a machine that did other work during most loads. */
async function demoOfBusyMachine(): Promise<{ readonly address: string } & AsyncDisposable> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await temporaryFolder())
  const database = join(folder.path, 'demo.sqlite')
  await copyFile(RECORDED, database)
  {
    await using db = await openDatabase({ url: database })
    const rows = await db.query('SELECT domain FROM campaign_sites WHERE campaign_id = 1 ORDER BY site')
    const domains = rows.map(({ domain }) => String(domain))
    // Three sites have a round of both.
    const counts = ({ site, round }: { site: number; round: number }) => site < 3 && round < 2
    await loadedCampaign(db, { domains, rounds: 10, arms: ['h1', 'h2', 'h3'], counts, vantage: VANTAGE })
  }
  const server = resources.use(
    await startReadOnlyServer({
      ...{ database, webFolder: WEB_FOLDER, toolVersion: '0.1.0', recorded: true },
      log: pino({ level: 'silent' }),
      clock: () => performance.now(),
      now: () => new Date().toISOString(),
    }),
  )
  const owned = resources.move()
  return { address: server.address, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

inBrowser(
  'beside a crawl of a busy machine the demo opens with recorded data, and says so in a line above it',
  async ({ browser }) => {
    await using demo = await demoOfBusyMachine()
    await using visitor = await openVisitor(browser, { url: demo.address, width: 360 })
    const asked: string[] = []
    visitor.page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/v1/ranking' || pathname === '/api/v1/sites')
        asked.push(searchParams.get('campaign') ?? 'none')
    })
    await visitor.open('/')
    assert.deepEqual(await visitor.texts('.failure'), [])
    const [line = ''] = await visitor.texts('.passed-over')
    assert.match(
      line,
      /^Campaign 10 \(this machine: sandbox, no delay, .*\) is newer, but has too few loads: 0 of its 8 sites have the 6 rounds that an interval needs, and 6 such sites are needed\. Of its 240 loads, 222 do not count, all of them because the machine did other work\. Look at it\.$/,
    )
    assert.equal(
      await visitor.ask(`document.querySelector('.passed-over').compareDocumentPosition(
        document.querySelector('.verdicts')) & Node.DOCUMENT_POSITION_FOLLOWING`),
      4,
    )
    const cards = await visitor.texts('.gain-card')
    assert.equal(cards.length, 2)
    for (const card of cards) assert.match(card, /Median of 8 sites: .*95 % interval/)
    assert.deepEqual(await violations(visitor), [])
    await visitor.page.click('nav.pages a[href="/sites"]')
    await visitor.arrive('Sites')
    assert.equal((await visitor.texts('.passed-over')).length, 1)
    assert.deepEqual([...new Set(asked)], ['1'], 'all parts of both pages ask for the same campaign')
    await visitor.redraw(() => visitor.page.click('.passed-over a'))
    assert.equal(new URL(visitor.page.url()).search, '?campaign=10')
    assert.deepEqual(await visitor.texts('.passed-over'), [])
    assert.equal(asked.at(-1), '10')
    await visitor.page.click('nav.pages a[href="/"]')
    await visitor.arrive('Overview')
    assert.match(
      (await visitor.texts('.gain-card')).join(),
      /Median of 3 sites: .*too few sites for an interval/,
    )
    assert.deepEqual(visitor.complaints, [])
  },
)
