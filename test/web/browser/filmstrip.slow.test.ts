import assert from 'node:assert/strict'
import { inBrowser } from './dashboard.ts'
import { showPictures } from './pictures.ts'

const PAGE = '/sites/site1.test?right=h2'

inBrowser('filmstrips of two loads show their pictures, each described in words', async ({ visitor }) => {
  await visitor.open(PAGE)
  await showPictures(visitor)
  const words = await visitor.page.$$eval('.filmstrip img', (all) => all.map(({ alt }) => alt))
  assert.equal(words[0], 'HTTP/1.1 at 0.0 s: at the start')
  assert.ok(words.some((each) => /^HTTP\/2 at 0\.\d s: changed.*, first contentful paint/.test(each)))
  assert.equal(new Set(words).size, words.length)
})

inBrowser('the time between two pictures is chosen, and stands in the address', async ({ visitor }) => {
  await visitor.open(PAGE)
  const columns = (await visitor.texts('.filmstrip thead th')).length
  await visitor.redraw(() => visitor.page.select('#step', '0.5'))
  assert.match(visitor.page.url(), /[?&]step=0\.5/)
  const headings = await visitor.texts('.filmstrip thead th')
  assert.ok(headings.length < columns)
  assert.deepEqual(headings.slice(0, 3), ['protocol', '0.0 s', '0.5 s'])
})

inBrowser(
  'a filmstrip wider than the screen is scrolled by the keyboard',
  async ({ visitor }) => {
    await visitor.open(PAGE)
    await visitor.page.focus('.filmstrip-scroll')
    await visitor.page.keyboard.press('ArrowRight')
    await visitor.until(`document.querySelector('.filmstrip-scroll').scrollLeft > 0`)
  },
  { width: 360, height: 740 },
)
