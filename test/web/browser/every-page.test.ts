import assert from 'node:assert/strict'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { served } from '../../server/served.ts'
import { violations } from './axe.ts'
import { inBrowser, PAGES } from './dashboard.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const PHONES_PX = [390, 320]
/** One of the pages is the one for an address without a page. */
const NO_PAGE = /^404: \/nowhere$/

/** Opens what is folded: tables behind charts among it. */
async function unfold(visitor: Visitor): Promise<void> {
  await visitor.page.$$eval('details', (all) => {
    for (const one of all) one.open = true
  })
  await visitor.until(
    `[...document.querySelectorAll('details.behind')].every((one) => one.querySelector('table'))`,
  )
}

for (const [screen, options] of [
  ['in the light theme', { scheme: 'light' }],
  ['in the dark theme', { scheme: 'dark' }],
  ['on a phone', { width: 390, height: 844 }],
] as const) {
  inBrowser(
    `axe-core finds nothing wrong with any page ${screen}, tables behind charts included`,
    async ({ visitor }) => {
      for (const [path, title] of PAGES) {
        await visitor.open(path)
        await visitor.arrive(title)
        await unfold(visitor)
        assert.deepEqual(await violations(visitor), [], path)
      }
    },
    { ...options, expected: NO_PAGE },
  )
}

/** Tables in the page whose rows lose sight of what they are about when they are scrolled to their end. */
const ROWS_WITHOUT_NAME = `[...document.querySelectorAll('.table-scroll')].filter((box) => {
  box.scrollLeft = box.scrollWidth
  if (box.scrollLeft === 0) return false
  const cell = box.querySelector('tbody .first') ?? box.querySelector('tbody tr > :first-child:not([colspan])')
  return cell !== null && Math.round(cell.getBoundingClientRect().left - box.getBoundingClientRect().left) !== 0
}).map((box) => box.ariaLabel)`

for (const widthPx of PHONES_PX)
  inBrowser(
    `on a screen of ${widthPx} px no page scrolls sideways, and tables that do keep their first column`,
    async ({ visitor }) => {
      let scrolled = 0
      for (const [path, title] of PAGES) {
        await visitor.open(path)
        await visitor.arrive(title)
        await unfold(visitor)
        const [needed = 0, has = 0] = await visitor.ask<number[]>(
          '[document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]',
        )
        assert.ok(needed <= has, `${path} needs ${needed} px of ${has}`)
        assert.deepEqual(await visitor.ask(ROWS_WITHOUT_NAME), [], path)
        scrolled += await visitor.ask<number>(
          `[...document.querySelectorAll('.table-scroll')].filter((box) => box.scrollLeft > 0).length`,
        )
      }
      assert.ok(scrolled > 5, `${scrolled} tables are wider than the screen`)
    },
    { width: widthPx, height: 740, expected: NO_PAGE },
  )

inBrowser(
  'every page says that its data is from the sandbox',
  async ({ visitor, server }) => {
    const { notice } = await server.answer('meta', '/meta')
    assert.match(notice ?? '', /sandbox/)
    for (const [path, title] of PAGES) {
      await visitor.open(path)
      await visitor.arrive(title)
      assert.deepEqual(await visitor.texts('#notice:not([hidden])'), [notice], path)
    }
  },
  { expected: NO_PAGE },
)

inBrowser(
  'every page says that its data is a recorded demonstration',
  async ({ browser }) => {
    await using server = await served({ webFolder: WEB_FOLDER, recorded: true })
    await using visitor = await openVisitor(browser, server)
    for (const [path, title] of PAGES) {
      await visitor.open(path)
      await visitor.arrive(title)
      const [said = ''] = await visitor.texts('#notice:not([hidden])')
      assert.match(said, /^A recorded demonstration\./, path)
    }
  },
  { expected: NO_PAGE },
)
