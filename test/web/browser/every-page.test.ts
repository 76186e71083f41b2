import assert from 'node:assert/strict'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { served } from '../../server/served.ts'
import { violations } from './axe.ts'
import { inBrowser, NO_PAGE, PAGES } from './dashboard.ts'
import { assertFitsPhones } from './every-screen.ts'
import { openVisitor } from './visitor.ts'

// Each page is loaded once: its size is changed while it is shown, as by a window that changes.
inBrowser(
  'every page says that its data is from the sandbox, and suits axe-core and phones, tables behind charts included',
  async ({ visitor, server }) => {
    const { notice } = await server.answer('meta', '/meta')
    assert.match(notice ?? '', /sandbox/)
    let scrolled = 0
    for (const [path, title] of PAGES) {
      await visitor.open(path)
      await visitor.arrive(title)
      assert.deepEqual(await visitor.texts('#notice:not([hidden])'), [notice], path)
      assert.deepEqual(await violations(visitor), [], path)
      scrolled += await assertFitsPhones(visitor, path)
    }
    assert.ok(scrolled > 10, `${scrolled} tables are wider than one of two phones`)
  },
  { expected: NO_PAGE },
)

inBrowser(
  'the first page and any other say that their data is a recorded demonstration',
  async ({ browser }) => {
    await using server = await served({ webFolder: WEB_FOLDER, recorded: true })
    await using visitor = await openVisitor(browser, server)
    for (const [path, title] of [
      ['/', 'Overview'],
      ['/method', 'Method'],
    ] as const) {
      await visitor.open(path)
      await visitor.arrive(title)
      const [said = ''] = await visitor.texts('#notice:not([hidden])')
      assert.match(said, /^A recorded demonstration\./, path)
    }
  },
)
