import assert from 'node:assert/strict'
import { onServer } from './dashboard.ts'
import { openDownloadFolder } from './download-folder.ts'
import { assertSuitsThemes } from './every-screen.ts'
import { LARGE, storeLargeHars } from './large-har.ts'
import type { Visitor } from './visitor.ts'

const SITE = '/sites/site1.test?left=h1&right=h2'
const PHONE_PX = 390

/** A site whose loads have as many requests as pages ever have. */
const withLargeHars = onServer(storeLargeHars)

const names = (visitor: Visitor) => visitor.texts('#waterfall .request-name')

/** Where the plot is, when what was scrolled to bring it into view has been told of it. */
async function plotBox({ page, ask }: Visitor) {
  const plot = await page.$('#waterfall .plot')
  await plot?.scrollIntoView()
  await ask('new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(told)))')
  const { x = 0, y = 0, width = 0, height = 0 } = (await plot?.boundingBox()) ?? {}
  return { x, y, width, height }
}

/** Whether the mark of the read-out is inside the part of the plot that is in view. */
const MARK_IN_VIEW = `(() => {
  const mark = document.querySelector('#waterfall .crosshair-box')?.getBoundingClientRect()
  const plot = document.querySelector('#waterfall .plot').getBoundingClientRect()
  const head = document.querySelector('#waterfall .chart-head').getBoundingClientRect()
  return mark !== undefined && mark.top >= head.bottom - 1 && mark.bottom <= plot.bottom + 1
})()`

withLargeHars(
  'of 1,000 requests those in view are drawn, and the others when they are scrolled to',
  async ({ visitor }) => {
    await visitor.open(SITE)
    const first = await names(visitor)
    assert.equal(first[0], 'site1.test')
    assert.ok(first.length > 10 && first.length < 100, `${first.length} rows are drawn`)
    assert.ok(!first.includes('600.js'))
    await visitor.page.$eval('#waterfall .plot', (plot) => plot.scrollTo(0, 0.6 * plot.scrollHeight))
    await visitor.until(
      `[...document.querySelectorAll('#waterfall .request-name')].some((one) => one.textContent === '600.js')`,
    )
    assert.ok((await names(visitor)).length < 100)
    const heads = await visitor.texts('#waterfall .column-heading')
    assert.ok(heads.includes('host') && heads.includes('priority'), heads.join(' '))
  },
)

withLargeHars('arrow keys reach every request, say it, and bring it into view', async ({ visitor }) => {
  const { page } = visitor
  const said = async (): Promise<string> => (await visitor.texts('#waterfall output'))[0] ?? ''
  await visitor.open(SITE)
  await page.focus('#waterfall .plot')
  await page.keyboard.press('ArrowDown')
  assert.match(await said(), /^https:\/\/site1\.test\/ HTTP\/1\.1 1\/1000: from .* \| HTTP\/2 1\/1000: /)
  await page.keyboard.press('ArrowDown')
  assert.match(await said(), /^https:\/\/cdn1\.site1\.test\/1\.css .* blocks rendering · priority Medium/)
  assert.ok(await visitor.ask(MARK_IN_VIEW))
  const [tooltip = ''] = await visitor.texts('.tooltip')
  assert.match(tooltip, /^https:\/\/cdn1\.site1\.test\/1\.css/)
  assert.match(tooltip, /renderingblocks rendering/)
  await page.keyboard.press('End')
  assert.match(await said(), new RegExp(`${LARGE}/${LARGE}`))
  await visitor.until(MARK_IN_VIEW)
  await visitor.until(
    `[...document.querySelectorAll('#waterfall .request-name')].some((one) => one.textContent.startsWith('999.'))`,
  )
  await page.keyboard.press('Escape')
  assert.equal(await page.$('.tooltip'), null)
})

withLargeHars('a tooltip stands at the pointer, inside the window, and goes with it', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open(SITE)
  const { x, y, width, height } = await plotBox(visitor)
  for (const [left, top] of [
    [0.05, 0.5],
    [0.95, 0.95],
  ] as const) {
    await page.mouse.move(x + left * width, y + top * height)
    const box = await (await page.$('.tooltip'))?.boundingBox()
    assert.ok(box, 'there is a tooltip')
    assert.ok(box.x >= 0 && box.x + box.width <= 1_200, `from ${box.x} for ${box.width}`)
    assert.ok(box.y >= 0 && box.y + box.height <= 900, `from ${box.y} for ${box.height}`)
  }
  const [title = ''] = await visitor.texts('.tooltip-title')
  assert.ok((await visitor.texts('#waterfall output'))[0]?.startsWith(title))
  await page.mouse.move(2, 2)
  assert.equal(await page.$('.tooltip'), null)
})

withLargeHars(
  'on a phone a tap reads out a request, and nothing is wider than the screen',
  async ({ visitor }) => {
    const { page } = visitor
    await page.setViewport({ width: PHONE_PX, height: 844, isMobile: true, hasTouch: true })
    await visitor.open(SITE)
    const { x, y, width, height } = await plotBox(visitor)
    assert.equal((await visitor.texts('#waterfall output'))[0], 'Tap to read values.')
    await page.touchscreen.tap(x + width / 2, y + height / 2)
    await page.waitForSelector('.tooltip')
    assert.match((await visitor.texts('#waterfall output'))[0] ?? '', /^https:.* HTTP\/2 /)
    const box = await (await page.$('.tooltip'))?.boundingBox()
    assert.ok(box && box.x >= 0 && box.x + box.width <= PHONE_PX)
    assert.ok((await visitor.ask<number>('document.documentElement.scrollWidth')) <= PHONE_PX)
  },
)

withLargeHars(
  'order, alignment and view are chosen, stand in the address, and Back undoes them',
  async ({ visitor }) => {
    const { page } = visitor
    const titles = () => visitor.texts('#waterfall h3')
    await visitor.open(SITE)
    assert.deepEqual(await titles(), ['Waterfalls: HTTP/1.1 and HTTP/2'])
    assert.equal((await page.$$('#waterfall .panel')).length, 1)
    await visitor.redraw(() => page.select('#order', 'connection'))
    assert.match((await visitor.texts('#waterfall .group-title'))[0] ?? '', /^HTTP\/1\.1, connection 1: /)
    await visitor.redraw(() => page.select('#align', 'none'))
    assert.equal((await page.$$('#waterfall .panel')).length, 2)
    assert.equal(new URL(page.url()).search, '?align=none&left=h1&order=connection&right=h2')
    await visitor.redraw(() => page.select('#rows', 'connections'))
    assert.deepEqual(await titles(), ['Connections: HTTP/1.1 and HTTP/2'])
    assert.equal(await page.$('#order'), null)
    const lanes = await visitor.texts('#waterfall .request')
    assert.ok(lanes.includes('1  site1.test + 1 host'), lanes.slice(0, 4).join(', '))
    await visitor.redraw(() => page.goBack())
    assert.deepEqual(await titles(), ['Waterfalls: HTTP/1.1 and HTTP/2'])
  },
)

withLargeHars('what one load alone requested, and what failed, is marked', async ({ visitor }) => {
  await visitor.open(SITE)
  await visitor.page.$eval('#waterfall .plot', (plot) => plot.scrollTo(0, 0))
  const words = await visitor.texts('#waterfall .plot text')
  assert.ok(words.includes('HTTP/1.1: not requested'))
  assert.ok(words.includes('HTTP/2: not requested'))
  await visitor.open('/sites/site1.test?left=h1&right=h1')
  await visitor.page.$eval('#waterfall .plot', (plot) => plot.scrollTo(0, 45 * 18))
  await visitor.until(`document.querySelector('#waterfall .failed-mark')?.textContent === '× no response'`)
  assert.ok(await visitor.page.$('#waterfall .row-ground.failed'))
})

withLargeHars('a picture has the first rows and says so', async ({ visitor, browser }) => {
  await using folder = await openDownloadFolder(browser, visitor)
  await visitor.open(SITE)
  const file = await folder.take(() => visitor.page.click('#waterfall [data-save=svg]'))
  const text = file.bytes.toString()
  // A line of the note may end anywhere.
  assert.match(text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '), /the first 60 rows are drawn/)
  assert.ok(text.includes('>56.png<') && !text.includes('>200.png<'))
})

withLargeHars(
  'axe-core finds nothing wrong with the arrangements of rows in both themes, a tooltip shown',
  async ({ visitor }) => {
    for (const search of ['', '&order=connection', '&align=none', '&rows=connections']) {
      await visitor.open(SITE + search)
      await visitor.page.focus('#waterfall .plot')
      await visitor.page.keyboard.press('ArrowDown')
      await visitor.page.waitForSelector('.tooltip')
      await assertSuitsThemes(visitor, SITE + search)
    }
  },
)
