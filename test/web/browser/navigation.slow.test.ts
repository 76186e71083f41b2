import assert from 'node:assert/strict'
import { inBrowser } from './dashboard.ts'

inBrowser('links lead to every page without loading the document again', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/')
  await visitor.ask('window.stays = true')
  for (const [name, path, heading] of [
    ['Sites', '/sites', 'Sites'],
    ['Pages', '/pages', 'What pages are made of'],
    ['Lab', '/lab', 'Lab'],
    ['Field', '/field', 'Field'],
    ['Method', '/method', 'Method'],
    ['Overview', '/', 'What HTTP/2 and HTTP/3 gain'],
  ] as const) {
    await page.click(`nav.pages a[href="${path}"]`)
    await visitor.arrive(name)
    assert.equal(new URL(page.url()).pathname, path)
    assert.deepEqual(await visitor.texts('h1'), [heading])
    assert.deepEqual(await visitor.texts('nav.pages [aria-current=page]'), [name])
    // A screen reader hears where it is, and continues reading there.
    assert.deepEqual(await visitor.texts('#announcer'), [name])
    assert.equal(await visitor.ask('document.activeElement.id'), 'main')
    assert.equal(await visitor.ask('window.scrollY'), 0)
  }
  assert.equal(await visitor.ask('window.stays'), true)
})

inBrowser('from the overview to a site and back through history', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/?metric=ttfb_ms')
  await page.click('[aria-labelledby=ranking-heading] .more summary')
  await page.click('.names a[href="/sites/site2.test"]')
  await visitor.arrive('site2.test')
  assert.deepEqual(await visitor.texts('nav.pages [aria-current=page]'), ['Sites'])
  await page.click('.trail a')
  await visitor.arrive('Sites')
  await page.goBack()
  await visitor.arrive('site2.test')
  assert.equal(new URL(page.url()).pathname, '/sites/site2.test')
  await page.goBack()
  await visitor.arrive('Overview')
  assert.equal(await page.$eval('#metric', ({ value }) => value), 'ttfb_ms')
  await page.goForward()
  await visitor.arrive('site2.test')
})

/** Page, its title, and choices that are made on it one after the other. */
const CHOICES = [
  ['/', 'Overview', { of: 'reachable', row: 'h2', arm: 'h3', metric: 'lcp_ms' }],
  [
    '/sites/site1.test',
    'site1.test',
    { metric: 'fcp_ms', baseline: 'h2', scale: 'log', left: 'h2', right: 'h1', statistic: 'mean' },
  ],
  ['/pages', 'Pages', { arm: 'h3', scale: 'linear' }],
  ['/lab', 'Lab', { arm: 'h3', metric: 'tow_setup_ms', x: 'initcwnd' }],
] as const

for (const [path, title, choices] of CHOICES) {
  inBrowser(
    `what is chosen on ${path} stands in the address, and whoever opens that address sees the same`,
    async ({ visitor }) => {
      const { page } = visitor
      await visitor.open(path)
      for (const [name, value] of Object.entries(choices)) {
        await page.focus(`#${name}`)
        await visitor.redraw(() => page.select(`#${name}`, value))
        assert.equal(new URL(page.url()).searchParams.get(name), value)
        assert.equal(await visitor.ask('document.activeElement.id'), name, 'the focus stays')
      }
      const shown = await visitor.texts('#main')
      const permalink = page.url().slice(new URL(page.url()).origin.length)
      await visitor.open('/field')
      await visitor.open(permalink)
      await visitor.arrive(title)
      assert.deepEqual(await visitor.texts('#main'), shown)
      for (const [name, value] of Object.entries(choices))
        assert.equal(await page.$eval(`#${name}`, (select) => select.value), value)
    },
  )
}

inBrowser('Back takes back one choice after the other', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/')
  await visitor.redraw(() => page.select('#of', 'reachable'))
  await visitor.redraw(() => page.select('#row', 'h2'))
  await visitor.redraw(() => page.goBack())
  assert.equal(new URL(page.url()).search, '?of=reachable')
  await visitor.redraw(() => page.goBack())
  assert.equal(new URL(page.url()).search, '')
  assert.equal(await page.$eval('#of', ({ value }) => value), 'all')
})

inBrowser(
  'Back returns to where the page was scrolled to, however late its parts come',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.open('/')
    await page.$eval('#ranking-heading', (heading) => heading.scrollIntoView())
    const leftAtPx = await visitor.ask<number>('window.scrollY')
    assert.ok(leftAtPx > 500, `${leftAtPx} px`)
    await page.$eval('nav.pages a[href="/field"]', (link) => link.click())
    await visitor.arrive('Field')
    assert.equal(await visitor.ask('window.scrollY'), 0)
    // Each answer comes alone, so that parts above and below the place change their height one after the other.
    let asked = 0
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      asked += 1
      setTimeout(() => void request.continue(), asked * 200)
    })
    await page.goBack()
    await visitor.arrive('Overview')
    await visitor.until(`window.scrollY === ${leftAtPx}`)
  },
)

inBrowser('which survey and campaign are looked at goes along to other pages', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/?campaign=1&survey=1&of=reachable')
  await page.click('nav.pages a[href="/sites"]')
  await visitor.arrive('Sites')
  assert.equal(new URL(page.url()).search, '?campaign=1&survey=1')
})

inBrowser(
  'the link to a view names the survey and the campaign that it shows',
  async ({ visitor, server }) => {
    const { page } = visitor
    await visitor.open('/?of=reachable')
    await page.click('#link-to-view')
    await page.waitForSelector('#view-link a')
    const { surveyId, campaignId } = server.fixture
    const href = await page.$eval('#view-link a', (link) => link.href)
    // The trend ends with that survey, too.
    assert.equal(
      new URL(href).search,
      `?campaign=${campaignId}&of=reachable&survey=${surveyId}&until=${surveyId}`,
    )
  },
)

inBrowser(
  'an address that names no page says so and leads on',
  async ({ visitor }) => {
    for (const path of ['/nowhere', '/sites/a/b', '/lab/9', '/sites/%3Cimg%3E']) {
      await visitor.open(path)
      assert.deepEqual(await visitor.texts('h1'), ['No such page'], path)
    }
    await visitor.page.click('.lede a')
    await visitor.arrive('Overview')
  },
  { expected: /^404: \/(nowhere|sites\/a\/b|lab\/9|sites\/%3Cimg%3E)$/ },
)

inBrowser(
  'a site that the data does not have is said to be unknown',
  async ({ visitor }) => {
    await visitor.open('/sites/nothing.test')
    const [said = ''] = await visitor.texts('[role=alert] p')
    assert.match(said, /404: There is no such site/)
  },
  // The document's status as well as its data's.
  { expected: /^404: (\/api\/v1)?\/sites\/nothing\.test$/ },
)

inBrowser('headings of the method are addresses of their own', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/method')
  const href = await page.$eval('nav.contents li:last-child a', (link) => link.getAttribute('href'))
  await page.click('nav.contents li:last-child a')
  assert.equal(new URL(page.url()).hash, href)
  await page.reload()
  await visitor.arrive('Method')
  const topPx = await page.$eval(href, (heading) => heading.getBoundingClientRect().top)
  const heightPx = await visitor.ask<number>('window.innerHeight')
  assert.ok(topPx >= 0 && topPx < heightPx, `the heading is at ${topPx} px`)
})

inBrowser(
  'on a phone the list of pages is one line, in which the page that is shown and the one with the focus can be seen',
  async ({ visitor }) => {
    const { page } = visitor
    /** Left and right end of a link, and how much of it lies outside the list. */
    const hidden = (selector: string) =>
      visitor.ask<number>(`(() => {
        const list = document.querySelector('nav.pages').getBoundingClientRect()
        const link = document.querySelector('${selector}').getBoundingClientRect()
        return Math.max(0, list.left - link.left, link.right - list.right)
      })()`)
    for (const path of ['/', '/method']) {
      await visitor.open(path)
      const tops = await visitor.ask<number[]>(
        `[...document.querySelectorAll('nav.pages a:not([hidden])')].map((link) => link.offsetTop)`,
      )
      assert.equal(new Set(tops).size, 1)
      assert.equal(await hidden('nav.pages [aria-current=page]'), 0, path)
    }
    assert.ok((await hidden('nav.pages a')) > 0, 'it is wider than the screen')
    await page.focus('nav.pages a')
    await visitor.until(`document.querySelector('nav.pages').scrollLeft === 0`)
    assert.equal(await hidden('nav.pages a'), 0)
  },
  { width: 320, height: 700 },
)
