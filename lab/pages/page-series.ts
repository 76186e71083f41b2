import { SINGLE_FILE_PAGE } from '../../model/lab-page-name.ts'
import { type Draft, type PageDraft, several, smallDocument } from './draft.ts'

/** Pages whose name has numbers. */
export interface PageSeries {
  /** Describes it for people. */
  readonly pattern: string
  /** Its groups are the numbers. */
  readonly shape: RegExp
  /** @throws RangeError for numbers that it has no page for */
  readonly page: (...numbers: number[]) => PageDraft
}

const MAX_BYTES = 100_000_000
const CHOSEN = 'chosen here'
const WANG =
  'after Wang et al. 2014, How Speedy is SPDY? (wang:objects-size-loss): objects of one number and size on a page'

export const SIZE_SERIES: readonly PageSeries[] = [
  {
    pattern: 'objects-<n>x<bytes>',
    shape: /^objects-(\d+)x(\d+)$/,
    page: (count = 0, sizeBytes = 0) => {
      within('objects', count, 1, 1_000)
      within('bytes of an object', sizeBytes, 100, MAX_BYTES / count)
      return {
        title: `${count} objects of ${sizeBytes} bytes`,
        source: WANG,
        resources: () => [smallDocument(count), ...several(count, { kind: 'image', sizeBytes })],
      }
    },
  },
  {
    pattern: 'single-<bytes>',
    shape: SINGLE_FILE_PAGE,
    page: (sizeBytes = 0) => {
      within('bytes', sizeBytes, EMPTY.sizeBytes, MAX_BYTES)
      return {
        title: `one document of ${sizeBytes} bytes`,
        source: CHOSEN,
        resources: () => [{ kind: 'document', sizeBytes }],
      }
    },
  },
  {
    pattern: 'thinking-<ms>',
    shape: /^thinking-(\d+)$/,
    page: (thinkMs = 0) => {
      within('ms before its document', thinkMs, 0, 10_000)
      return {
        title: `a document that the server thinks about for ${thinkMs} ms, and eight files that it names`,
        source: CHOSEN,
        resources: () => [
          { kind: 'document', sizeBytes: 20_000, thinkMs },
          { kind: 'stylesheet', sizeBytes: 20_000 },
          ...several(3, { kind: 'script', sizeBytes: 30_000 }),
          ...several(4, { kind: 'image', sizeBytes: 20_000 }),
        ],
      }
    },
  },
  {
    pattern: 'depth-<levels>',
    shape: /^depth-(\d+)$/,
    page: (levels = 0) => {
      within('levels', levels, 1, 50)
      return {
        title: `${levels} levels: a document, then scripts of which each asks for the next`,
        source: CHOSEN,
        resources: () => chain(levels),
      }
    },
  },
]

/** A document of nothing but itself: what a first byte takes. */
export const EMPTY: Draft = smallDocument(0)

function chain(levels: number): Draft[] {
  const scripts = Array.from({ length: levels - 1 }, (_, parent): Draft => {
    return { kind: 'script', sizeBytes: 10_000, parent }
  })
  return [{ kind: 'document', sizeBytes: 10_000 }, ...scripts]
}

function within(what: string, value: number, low: number, high: number): void {
  if (value < low || value > high)
    throw new RangeError(`a page has ${low} to ${Math.floor(high)} ${what}, not ${value}`)
}
