import { inBrowser, NO_PAGE, PAGES } from './dashboard.ts'
import { assertSuitsEveryScreen } from './every-screen.ts'

inBrowser(
  'every page suits axe-core in the dark theme and on a phone, with all that is folded opened',
  async ({ visitor }) => {
    for (const [path, title] of PAGES) {
      await visitor.open(path)
      await visitor.arrive(title)
      await assertSuitsEveryScreen(visitor, path)
    }
  },
  { expected: NO_PAGE },
)
