import { DEPENDENCY_PAGES } from './dependency-pages.ts'
import type { PageDraft } from './draft.ts'
import { MODERN_PAGE } from './modern-page.ts'
import { PAPER_PAGES } from './paper-pages.ts'
import { PRIORITY_PAGES } from './priority-pages.ts'

/** Every page that has a name of its own. */
export const NAMED_PAGES: Readonly<Record<string, PageDraft>> = {
  ...PAPER_PAGES,
  ...DEPENDENCY_PAGES,
  ...PRIORITY_PAGES,
  modern: MODERN_PAGE,
}
