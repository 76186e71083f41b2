import assert from 'node:assert/strict'
import { openDatabase } from '../../../db/connection/open.ts'
import { opened } from '../../opened.ts'
import { followed } from '../../server/followed.ts'
import { vantageCampaign } from '../../server/vantage-campaign.ts'
import { violations } from './axe.ts'
import { inBrowser } from './dashboard.ts'
import { assertFitsPhones } from './every-screen.ts'
import { borrowVisitor } from './visitor.ts'

const [DOMAIN, ONCE] = ['gains.test', 'stays.test']

const server = opened(followed, async () => {
  await using db = await openDatabase({ url: server.database })
  // The visits of the surveys are of today; here each is of its survey's day.
  await db.write((query) =>
    query(
      'UPDATE survey_sites SET visited_at = (SELECT created_at FROM surveys WHERE surveys.id = survey_sites.survey_id)',
    ),
  )
  const campaign = (month: number, gain: number, domain = DOMAIN) =>
    vantageCampaign(db, {
      ...{ domain, gain, vantage: 'Lancaster', createdAt: `2026-0${month}-20T00:00:00.000Z` },
    })
  await campaign(1, 1.1)
  await campaign(3, 1.4)
  await campaign(4, 1.5, ONCE)
  await campaign(5, 1.9)
})

inBrowser(
  'a site that several campaigns loaded has its history, with what surveys found',
  async ({ browser }) => {
    await using visitor = await borrowVisitor(browser, { url: server.address })
    await visitor.open(`/sites/${DOMAIN}`)
    await visitor.until(`document.querySelector('#history .note').textContent.includes('3 campaigns')`)
    const [note = ''] = await visitor.texts('#history-note')
    assert.match(note, /^n = 3 campaigns, 3 surveys from Lancaster/)
    assert.match(note, /Dashed lines: 2026-03-01 \(survey #3\) gained: HTTP\/3 answered a GET/)
    const gains = await visitor.ask<number>(`document.querySelectorAll('#history .interval.arm-h2').length`)
    assert.equal(gains, 3)
    await visitor.page.click('#history summary')
    await visitor.until(`document.querySelectorAll('#history tbody tr').length === 3 * 2 + 3`)
    const [csv = ''] = await visitor.page.$$eval(
      '#history a[href*=".csv"], #history a[href*="format=csv"]',
      (links) => links.map(({ href }) => href),
    )
    const table = await (await fetch(csv)).text()
    assert.equal(table.trim().split('\n').length, 4, table)
    assert.deepEqual(await violations(visitor), [])
    await assertFitsPhones(visitor, `/sites/${DOMAIN}`)
    assert.deepEqual(visitor.complaints, [])
  },
)

inBrowser('a site that one campaign loaded has none', async ({ browser }) => {
  await using visitor = await borrowVisitor(browser, { url: server.address })
  await visitor.open(`/sites/${ONCE}`)
  assert.deepEqual(await visitor.texts('#over-time, #history'), [])
  assert.deepEqual(visitor.complaints, [])
})
