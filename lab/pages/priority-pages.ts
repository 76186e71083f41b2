import { type Draft, type PageDraft, several } from './draft.ts'

const CHOSEN = 'chosen here'
const DOCUMENT: Draft = { kind: 'document', sizeBytes: 10_000 }

/** Pages that are painted early or late by the order in which a server sends what they ask for. */
export const PRIORITY_PAGES: Readonly<Record<string, PageDraft>> = {
  'late-stylesheet': {
    title:
      'twenty pictures of 100 kB, known before the style sheet that another one imports and that all painting waits for',
    source: CHOSEN,
    resources: () => [
      DOCUMENT,
      { kind: 'stylesheet', sizeBytes: 5_000 },
      { kind: 'stylesheet', sizeBytes: 60_000, parent: 1 },
      ...several(20, { kind: 'image', sizeBytes: 100_000 }),
    ],
  },
  fetchpriority: {
    title:
      'sixteen pictures: one of 150 kB that matters (fetchpriority=high) behind fifteen of 80 kB that do not (low)',
    source: CHOSEN,
    resources: () => [
      DOCUMENT,
      { kind: 'stylesheet', sizeBytes: 20_000 },
      ...several(15, { kind: 'image', sizeBytes: 80_000, fetchPriority: 'low' }),
      { kind: 'image', sizeBytes: 150_000, fetchPriority: 'high' },
    ],
  },
}
