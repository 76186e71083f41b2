import assert from 'node:assert/strict'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { served } from '../../server/served.ts'
import { inBrowser, PAGES } from './dashboard.ts'
import { assertFitsEveryScreen } from './every-screen.ts'
import { openVisitor } from './visitor.ts'

/** One of the pages is the one for an address without a page. */
const NO_PAGE = /^404: \/nowhere$/

// Each page is loaded once: size and theme are changed while it is shown, as by a window and a system that change.
inBrowser(
  'every page says that its data is from the sandbox, and suits both themes, axe-core and a phone, tables behind charts included',
  async ({ visitor, server }) => {
    const { notice } = await server.answer('meta', '/meta')
    assert.match(notice ?? '', /sandbox/)
    let scrolled = 0
    for (const [path, title] of PAGES) {
      await visitor.open(path)
      await visitor.arrive(title)
      assert.deepEqual(await visitor.texts('#notice:not([hidden])'), [notice], path)
      scrolled += await assertFitsEveryScreen(visitor, path)
    }
    assert.ok(scrolled > 10, `${scrolled} tables are wider than one of two phones`)
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
