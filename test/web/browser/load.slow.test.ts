import assert from 'node:assert/strict'
import { recordedLoadRun } from '../../cli/load/recorded-load-run.ts'
import { inBrowser, onServer } from './dashboard.ts'

inBrowser(
  'the page Load is listed where there is a load run, and is read by eye and by key',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.open('/')
    await page.click('#load-link')
    await visitor.arrive('Load')
    assert.deepEqual(await visitor.texts('nav.pages [aria-current=page]'), ['Load'])
    assert.equal((await page.$$('#page-time .crossing')).length, 2)
    await page.focus('#page-time .plot')
    await page.keyboard.press('Home')
    assert.match(
      (await visitor.texts('#page-time output')).join(),
      /^11 users: HTTP\/1\.1 p95 200 ms \(200 ms\) · HTTP\/2 p95 200 ms/,
    )
    await page.focus('#capacity .plot')
    await page.keyboard.press('Home')
    assert.match(
      (await visitor.texts('#capacity output')).join(),
      /^HTTP\/1\.1, Highest rate: 31 \(28\.6–33\.6\) pages\/s, 3 repetitions$/,
    )
    await page.click('#costs details summary')
    await visitor.until(`document.querySelector('#costs details table') !== null`)
    assert.deepEqual(await visitor.texts('.failure'), [])
  },
)

const withTwoRuns = onServer(async ({ writer }) => {
  await recordedLoadRun(writer, 3)
})

withTwoRuns('of several load runs one is chosen', async ({ visitor }) => {
  await visitor.open('/load')
  await visitor.arrive('Load')
  assert.match((await visitor.texts('.facts')).join(), /3 of 6, stopped/)
  await visitor.redraw(() => visitor.page.select('#run', '1'))
  assert.match((await visitor.texts('.facts')).join(), /6 of 6, finished/)
  assert.equal(new URL(visitor.page.url()).search, '?run=1')
})
