import assert from 'node:assert/strict'
import type { SiteRow } from '../../../server/contract/contract.ts'
import { type InBrowser, inBrowser } from './dashboard.ts'

/** Names in the table, from above. */
const NAMES = '.sites tbody th a'

/** What the API says to the same question. */
async function names({ server }: InBrowser, question: string): Promise<string[]> {
  const { rows } = await server.answer('sites', `/sites?metric=plt_ms&${question}`)
  return rows.map(({ domain }: SiteRow) => domain)
}

inBrowser(
  'a search goes into the address without a step in the history, and the caret stays',
  async (given) => {
    const { visitor } = given
    const { page } = visitor
    await visitor.open('/')
    await page.click('nav.pages a[href="/sites"]')
    await visitor.arrive('Sites')
    await page.focus('#q')
    await visitor.redraw(() => page.keyboard.sendCharacter('site2'))
    assert.equal(new URL(page.url()).search, '?q=site2')
    assert.deepEqual(await visitor.texts(NAMES), await names(given, 'q=site2'))
    assert.equal((await visitor.texts(NAMES)).length, 11)
    await visitor.redraw(() => page.keyboard.sendCharacter('9'))
    assert.deepEqual(await visitor.texts(NAMES), ['site29.test'])
    assert.equal(await page.$eval('#q', ({ value }) => value), 'site29')
    await page.goBack()
    await visitor.arrive('Overview')
  },
)

inBrowser('filters add up, and a reload keeps them', async (given) => {
  const { visitor } = given
  const { page } = visitor
  await visitor.open('/sites')
  await visitor.redraw(() => page.select('#protocol', 'h3'))
  const some = await visitor.texts(NAMES)
  assert.deepEqual(some, await names(given, 'protocol=h3'))
  await page.focus('#cdn')
  await visitor.redraw(() => page.keyboard.sendCharacter('fast'))
  const fewer = await visitor.texts(NAMES)
  assert.deepEqual(fewer, await names(given, 'protocol=h3&cdn=fastly'))
  assert.ok(fewer.length > 0 && fewer.length < some.length)
  await page.reload()
  await visitor.arrive('Sites')
  assert.deepEqual(await visitor.texts(NAMES), fewer)
  await visitor.redraw(() => page.select('#probed', 'yes'))
  assert.deepEqual(await visitor.texts('#main .nothing'), [
    'No site matches. Fewer filters, or a shorter search, may find some.',
  ])
})

inBrowser('a heading sorts, once more it sorts the other way, and says so', async (given) => {
  const { visitor } = given
  const { page } = visitor
  await visitor.open('/sites')
  const sorted = (): Promise<string[]> =>
    page.$$eval('th[aria-sort]', (all) => all.map((one) => `${one.textContent} ${one.ariaSort}`))
  assert.deepEqual(await sorted(), ['rank ↑ ascending'])
  await visitor.redraw(() => page.click('#sort-rttMs'))
  assert.equal(new URL(page.url()).search, '?sort=rttMs')
  assert.deepEqual(await sorted(), ['RTT (ms) ↑ ascending'])
  const ascending = await visitor.texts(NAMES)
  assert.deepEqual(ascending, await names(given, 'sort=rttMs'))
  assert.equal(await visitor.ask('document.activeElement.id'), 'sort-rttMs', 'the focus stays')
  await visitor.redraw(() => page.click('#sort-rttMs'))
  assert.equal(new URL(page.url()).search, '?order=desc&sort=rttMs')
  assert.deepEqual(await sorted(), ['RTT (ms) ↓ descending'])
  assert.deepEqual(await visitor.texts(NAMES), await names(given, 'sort=rttMs&order=desc'))
  await visitor.redraw(() => page.goBack())
  assert.deepEqual(await visitor.texts(NAMES), ascending)
})

inBrowser('gains are sorted by the arm whose heading is chosen, the largest first', async (given) => {
  const { visitor } = given
  await visitor.open('/sites')
  await visitor.redraw(() => visitor.page.click('#sort-gainh3'))
  const wanted = await names(given, 'sort=gain&order=desc&gainArm=h3')
  assert.deepEqual(await visitor.texts(NAMES), wanted)
  assert.deepEqual(wanted.slice(0, 3).sort(), ['site1.test', 'site2.test', 'unlisted.test'])
})

inBrowser('the CSV of the table has the rows of all pages, the JSON those of this one', async (given) => {
  const { visitor, server } = given
  await visitor.open('/sites?protocol=h3&sort=rttMs')
  const hrefs = await visitor.page.$$eval('.files a', (links) => links.map((link) => link.href))
  const [csv = '', json = ''] = hrefs
  const shown = await visitor.texts(NAMES)
  const { rows, total } = (await (await fetch(json)).json()) as { rows: SiteRow[]; total: number }
  assert.deepEqual(
    rows.map(({ domain }) => domain),
    shown,
  )
  const lines = (await (await fetch(csv)).text()).trimEnd().split('\r\n')
  assert.equal(lines.length, 1 + total)
  assert.ok(csv.startsWith(server.url) && shown.every((name, i) => lines[i + 1]?.includes(name)))
})
