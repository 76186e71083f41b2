import assert from 'node:assert/strict'
import { writeReplayRun } from '../../server/replay/replay-run.ts'
import { violations } from './axe.ts'
import { inBrowser } from './dashboard.ts'

inBrowser(
  'the page Replay is listed once a run replays recordings, and can be read by eye and by key',
  async ({ visitor, server }) => {
    const { page } = visitor
    await visitor.open('/lab')
    assert.equal(await visitor.ask(`document.querySelector('#replay-link').hidden`), true)

    await writeReplayRun(server.writer)
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

for (const [screen, options] of [
  ['in the light theme', { scheme: 'light' }],
  ['in the dark theme', { scheme: 'dark' }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  inBrowser(
    `axe-core finds nothing wrong with a replay ${screen}, and it never scrolls sideways`,
    async ({ visitor, server }) => {
      const { counts } = await server.answer('meta', '/meta')
      if (counts.replays === 0) await writeReplayRun(server.writer)
      await visitor.open('/replay')
      await visitor.arrive('Replay')
      assert.deepEqual(await violations(visitor), [])
      const [needed = 0, has = 0] = await visitor.ask<number[]>(
        '[document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]',
      )
      assert.ok(needed <= has, `it needs ${needed} px of ${has}`)
    },
    options,
  )
