import { type Draft, type PageDraft, several } from './draft.ts'
import { sized } from './sized.ts'

/** Web Almanac 2024, Page Weight: median desktop page, responses and kB of each type. */
const ALMANAC = {
  document: { kB: 18 },
  stylesheet: { count: 8, kB: 78 },
  script: { count: 24, kB: 613 },
  image: { count: 18, kB: 1_054 },
  font: { count: 4, kB: 131 },
  /** 71 in all, less those above and a second document. */
  fetch: { count: 15 },
} as const

/** Chosen here: what answers an application's own questions is small. */
const FETCH_BYTES = 2_000
/** Chosen here: main thread, of each of the scripts that have work to do at once. */
const COMPUTE_MS = 10
const BUSY_SCRIPTS = 6

/** Composition of a page of today, with three levels below its document. */
export const MODERN_PAGE: PageDraft = {
  title: 'a page of today: 70 resources, 1.9 MB, 3 hosts',
  source:
    'HTTP Archive, Web Almanac 2024, Page Weight: responses and bytes by type of the median desktop page; sizes within a type, who asks for what, hosts, compute time and the size of fetched data chosen here',
  hostShares: [1, 1, 1],
  resources: (random) => {
    const { document, stylesheet, script, image, font, fetch } = ALMANAC
    const styles = sized('stylesheet', group(stylesheet), random)
    const scripts = sized('script', group(script), random)
    const images = sized('image', group(image), random)
    const firstScript = 1 + styles.length
    const firstFetch = firstScript + scripts.length
    return [
      { kind: 'document', sizeBytes: 1_000 * document.kB },
      ...styles,
      // The last six are inserted by the first: a tag manager and what it brings.
      ...scripts.map((each, index): Draft => {
        const busy = index < BUSY_SCRIPTS ? { computeMs: COMPUTE_MS } : {}
        return { ...each, ...busy, parent: index < scripts.length - 6 ? 0 : firstScript }
      }),
      ...several(fetch.count, { kind: 'fetch', sizeBytes: FETCH_BYTES }).map((each, index) => {
        return { ...each, parent: firstScript + (index % 3) }
      }),
      // Twelve are in the document, two in a style sheet, four come of what was fetched.
      ...images.map((each, index) => {
        return { ...each, parent: index < 12 ? 0 : index < 14 ? 1 : firstFetch + (index % 2) }
      }),
      ...sized('font', group(font), random).map((each, index) => ({ ...each, parent: 1 + (index % 2) })),
    ]
  },
}

const group = ({ count, kB }: { readonly count: number; readonly kB: number }) => {
  return { count, totalBytes: 1_000 * kB, halving: 8 }
}
