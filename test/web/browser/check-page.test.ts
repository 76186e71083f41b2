import assert from 'node:assert/strict'
import { join } from 'node:path'
import { checkPage } from '../../../cli/check/check-page.ts'
import { readCheck } from '../../../cli/check/check-report.ts'
import { copyRecorded } from '../../../cli/demo/recorded.ts'
import { campaignById } from '../../../db/campaign/campaigns.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { testFolder } from '../../test-folder.ts'
import { violations } from './axe.ts'
import { inBrowser } from './dashboard.ts'
import { CUT_TEXTS, CUT_UNSEEN } from './every-screen.ts'
import { openVisitor } from './visitor.ts'

/** Of recorded loads, with all that a page of a check can show. */
async function recordedCheck(): Promise<string> {
  await using resources = new AsyncDisposableStack()
  const folder = testFolder()
  const url = join(folder, 'recorded.sqlite')
  await copyRecorded(url)
  const db = resources.use(await openDatabase({ url }))
  const campaign = await campaignById(db, 1)
  assert.ok(campaign)
  const report = await readCheck(db, campaign)
  // As if the same had been found before.
  return checkPage({ ...report, earlier: [report, report] }, '1.2.3')
}

inBrowser(
  'the page of a check suits axe-core in both themes, and phones without scrolling sideways',
  async ({ browser }) => {
    const html = await recordedCheck()
    assert.equal(html.match(/<svg/g)?.length, 4, 'gains, times, waterfall and history')
    await using visitor = await openVisitor(browser, { url: 'about:blank' })
    const { page } = visitor
    await page.setContent(html)
    assert.deepEqual(await violations(visitor), [])
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }])
    assert.deepEqual(await violations(visitor, 'colours'), [])
    for (const width of [390, 320]) {
      await page.setViewport({ width, height: 740 })
      assert.equal(await visitor.ask('document.scrollingElement.scrollWidth'), width)
      for (const cut of [CUT_UNSEEN, CUT_TEXTS])
        assert.deepEqual(await visitor.ask(cut.replaceAll('#main', 'main')), [], `${width} px`)
    }
  },
)
