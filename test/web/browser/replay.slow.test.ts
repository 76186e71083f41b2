import assert from 'node:assert/strict'
import { writeReplayRun } from '../../server/replay/replay-run.ts'
import { inBrowser, onServer } from './dashboard.ts'
import { assertFitsPhones, assertSuitsEveryScreen } from './every-screen.ts'

inBrowser('without a run that replays recordings the page Replay is not listed', async ({ visitor }) => {
  await visitor.open('/lab')
  assert.equal(await visitor.ask(`document.querySelector('#replay-link').hidden`), true)
})

const withReplays = onServer(async ({ writer }) => {
  await writeReplayRun(writer)
})

withReplays(
  'the page Replay is listed once a run replays recordings, and can be read by eye and by key',
  async ({ visitor }) => {
    const { page } = visitor
    await visitor.open('/')
    await page.click('#replay-link')
    await visitor.arrive('Replay')
    assert.deepEqual(await visitor.texts('nav.pages [aria-current=page]'), ['Replay'])
    assert.deepEqual(await visitor.texts('#replay-gains .row-label'), [
      'www.example.com/',
      'CableLabs A',
      'shop.example.org/list',
    ])
    assert.equal((await page.$$('#replay-gains .gain-bar')).length, 3)
    await page.focus('#replay-gains .plot')
    await page.keyboard.press('Home')
    assert.match(
      (await visitor.texts('#replay-gains output')).join(),
      /^www\.example\.com\/: gain 1\.20×, .* faster, 11 rounds, 1,200 ms to 1,000 ms, answered 97\.5 %, bytes 98\.5 %/,
    )
    await page.click('#replay-gains details summary')
    await visitor.until(`document.querySelector('#replay-gains details table') !== null`)
    await visitor.redraw(() => page.select('#cell', '1'))
    assert.match((await visitor.texts('caption')).join(), /shop\.example\.org\/list, by protocol/)
    assert.deepEqual(await visitor.texts('.failure'), [])
  },
)

withReplays('a replay suits both themes, axe-core and a phone', async ({ visitor }) => {
  await visitor.open('/replay')
  await visitor.arrive('Replay')
  await assertSuitsEveryScreen(visitor, '/replay')
  await assertFitsPhones(visitor, '/replay')
})
