import { type Draft, type PageDraft, several } from './draft.ts'
import { MODERN_PAGE } from './modern-page.ts'
import { EMPTY } from './page-series.ts'
import { PAPER_PAGES } from './paper-pages.ts'
import { PRIORITY_PAGES } from './priority-pages.ts'

const CHOSEN = 'chosen here'
const DOCUMENT: Draft = { kind: 'document', sizeBytes: 10_000 }

/** Pages of which something is known only when something else has come. */
const DEPENDENCY_PAGES: Readonly<Record<string, PageDraft>> = {
  empty: {
    title: 'a document of nothing but itself',
    source: CHOSEN,
    resources: () => [EMPTY],
  },
  'chain-css-font': {
    title: 'a document, its style sheet, and the font that this asks for',
    source: CHOSEN,
    resources: () => [
      DOCUMENT,
      { kind: 'stylesheet', sizeBytes: 20_000 },
      { kind: 'font', sizeBytes: 30_000, parent: 1 },
    ],
  },
  'chain-fetch': {
    title: 'a document, its script, the data that this fetches, and three pictures that these name',
    source: CHOSEN,
    resources: () => [
      DOCUMENT,
      { kind: 'script', sizeBytes: 30_000 },
      { kind: 'fetch', sizeBytes: 5_000, parent: 1 },
      ...several(3, { kind: 'image', sizeBytes: 20_000, parent: 2 }),
    ],
  },
  blocking: {
    title: 'five scripts that keep the parser and the main thread 50 ms each, then ten pictures',
    source: CHOSEN,
    resources: () => [
      DOCUMENT,
      { kind: 'stylesheet', sizeBytes: 20_000 },
      ...several(5, { kind: 'script', sizeBytes: 20_000, computeMs: 50 }),
      ...several(10, { kind: 'image', sizeBytes: 10_000 }),
    ],
  },
}

export const NAMED_PAGES: Readonly<Record<string, PageDraft>> = {
  ...PAPER_PAGES,
  ...DEPENDENCY_PAGES,
  ...PRIORITY_PAGES,
  modern: MODERN_PAGE,
}
