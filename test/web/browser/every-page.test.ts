import assert from 'node:assert/strict'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { served } from '../../server/served.ts'
import { violations } from './axe.ts'
import { inBrowser, PAGES } from './dashboard.ts'
import { openVisitor, type Visitor } from './visitor.ts'

const PHONE_PX = 360
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

for (const scheme of ['light', 'dark'] as const) {
  inBrowser(
    `axe-core finds nothing wrong with any page in the ${scheme} theme, tables behind charts included`,
    async ({ visitor }) => {
      for (const [path, title] of PAGES) {
        await visitor.open(path)
        await visitor.arrive(title)
        await unfold(visitor)
        assert.deepEqual(await violations(visitor), [], path)
      }
    },
    { scheme, expected: NO_PAGE },
  )
}

inBrowser(
  'on a phone no page is wider than the screen, tables behind charts included',
  async ({ visitor }) => {
    for (const [path, title] of PAGES) {
      await visitor.open(path)
      await visitor.arrive(title)
      await unfold(visitor)
      const widthPx = await visitor.ask<number>('document.documentElement.scrollWidth')
      assert.ok(widthPx <= PHONE_PX, `${path} is ${widthPx} px wide`)
    }
  },
  { width: PHONE_PX, height: 740, expected: NO_PAGE },
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
