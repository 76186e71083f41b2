import assert from 'node:assert/strict'
import { inBrowser } from './dashboard.ts'
import type { Visitor } from './visitor.ts'

const FOCUSED = `(({ tagName, id, textContent }) => id || tagName + ' ' + textContent.trim())(document.activeElement)`

/** Presses Tab and says what is reached each time. */
async function tab(visitor: Visitor, times: number): Promise<string[]> {
  const reached: string[] = []
  for (let i = 0; i < times; i += 1) {
    await visitor.page.keyboard.press('Tab')
    reached.push(await visitor.ask(FOCUSED))
  }
  return reached
}

inBrowser('the first Tab reaches a link that skips to the content', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/sites')
  assert.deepEqual(await tab(visitor, 1), ['A Skip to the content'])
  const topPx = await page.$eval('.skip', (link) => link.getBoundingClientRect().top)
  assert.ok(topPx >= 0, 'it can be seen while it has the focus')
  await page.keyboard.press('Enter')
  assert.equal(await visitor.ask(FOCUSED), 'main')
  assert.deepEqual(await tab(visitor, 2), ['q', 'protocol'])
})

inBrowser('Tab goes through the page in its order, and each place is marked', async ({ visitor }) => {
  await visitor.open('/')
  // It is there once the server has said that there are load runs.
  await visitor.page.waitForSelector('#load-link:not([hidden])')
  const head = [
    'A Overview',
    'A Sites',
    'A Pages',
    'A Lab',
    'A Papers',
    'load-link',
    'A Field',
    'A HAR',
    'A Advice',
    'A Method',
    'theme',
  ]
  assert.deepEqual(await tab(visitor, 2 + head.length), ['A Skip to the content', 'A towline', ...head])
  assert.deepEqual(await tab(visitor, 2), ['metric', 'baseline'])
  await visitor.page.keyboard.press('Tab')
  const chart = `document.activeElement.closest('figure')?.id + ' ' + document.activeElement.className`
  assert.equal(await visitor.ask(chart), 'pairs plot')
  assert.notEqual(await visitor.ask(`getComputedStyle(document.activeElement).outlineStyle`), 'none')
  assert.deepEqual(await tab(visitor, 5), [
    'SUMMARY Data as a table',
    'A CSV',
    'A JSON',
    'BUTTON SVG',
    'BUTTON PNG',
  ])
})

inBrowser('every place that Tab reaches has a mark, and Tab comes around', async ({ visitor }) => {
  await visitor.open('/sites/site1.test?right=h2')
  const places = await visitor.ask<number>(
    `[...document.querySelectorAll('a[href], button, select, input, summary, [tabindex="0"]')]
      .filter((one) => one.checkVisibility()).length`,
  )
  assert.ok(places > 30)
  const unmarked: string[] = []
  for (let i = 0; i < places; i += 1) {
    await visitor.page.keyboard.press('Tab')
    const mark = await visitor.ask(`getComputedStyle(document.activeElement).outlineStyle`)
    if (mark === 'none') unmarked.push(await visitor.ask(FOCUSED))
  }
  assert.deepEqual(unmarked, [])
  assert.equal(
    await visitor.ask(`document.activeElement.closest('.foot') !== null`),
    true,
    'the last is at the end',
  )
})

inBrowser('arrow keys move the cross-hair, and a live region says what it points at', async ({ visitor }) => {
  const { page } = visitor
  const said = async (): Promise<string> => (await visitor.texts('#cdf output'))[0] ?? ''
  const crossX = (): Promise<number> =>
    page.$eval('#cdf .crosshair-line', (line) => Number(line.getAttribute('x1')))
  await visitor.open('/sites/site1.test?right=h2')
  assert.equal(await page.$eval('#cdf output', (output) => output.ariaLive), 'polite')
  const hint = await said()
  await page.focus('#cdf .plot')
  await page.keyboard.press('ArrowRight')
  const [first, firstX] = [await said(), await crossX()]
  assert.match(first, /^At or below [\d.]+ ms: HTTP\/1\.1 [\d.]+ % · HTTP\/2 [\d.]+ % · HTTP\/3 [\d.]+ %$/)
  await page.keyboard.press('ArrowRight')
  assert.notEqual(await said(), first)
  assert.ok((await crossX()) > firstX)
  await page.keyboard.press('ArrowLeft')
  assert.deepEqual([await said(), await crossX()], [first, firstX])
  await page.keyboard.press('End')
  assert.match(await said(), /HTTP\/1\.1 100 % · HTTP\/2 100 % · HTTP\/3 100 %$/)
  await page.keyboard.press('Home')
  assert.match(await said(), /HTTP\/1\.1 0 % · HTTP\/2 0 %/)
  await page.keyboard.press('Escape')
  assert.equal(await said(), hint)
  assert.equal(await page.$('#cdf .crosshair'), null)
})

inBrowser('Enter opens the site that the ranking’s read-out stands at', async ({ visitor }) => {
  const { page } = visitor
  await visitor.open('/')
  await page.focus('#ranking .plot')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const [said = ''] = await visitor.texts('#ranking output')
  const [domain = ''] = said.split(':')
  assert.match(said, /^[\w.]+: gain \d/)
  await page.keyboard.press('Enter')
  await visitor.arrive(domain)
  assert.equal(new URL(page.url()).pathname, `/sites/${domain}`)
})

inBrowser(
  'Enter opens a site of the table, whose table behind a chart a keyboard opens and scrolls',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.open('/sites')
    await page.focus('.sites tbody a')
    await page.keyboard.press('Enter')
    await visitor.arrive('site1.test')
    await page.focus('#cdf summary')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#cdf .behind table')
    const rows = await visitor.texts('#cdf .behind tbody tr')
    assert.equal(rows.length, 19)
    await page.keyboard.press('Tab')
    assert.equal(
      await visitor.ask('document.activeElement.ariaLabel'),
      'Distribution of page load time: data',
    )
    await page.keyboard.press('ArrowDown')
    await visitor.until('document.activeElement.scrollTop > 0')
  },
)
