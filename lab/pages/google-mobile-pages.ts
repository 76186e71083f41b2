import { mix32, rng } from '../../stats/rng.ts'
import { type Draft, type PageDraft, several, smallDocument } from './draft.ts'
import { GOOGLE_MOBILE_SHAPES, type PageShape } from './google-mobile-shapes.ts'
import type { PageSeries } from './page-series.ts'
import { sized } from './sized.ts'

/** HTTP Archive, mobile, November 2011: 317 of 475 kB. */
const IMAGE_SHARE = 0.67
/** Rest of the page, as HTTP Archive's averages of January 2012 divide it: 34 kB of HTML, 158 of scripts, 31 of style sheets. */
const TEXT_KB = { document: 34, script: 158, stylesheet: 31 } as const
/** cablelabs:table-2, mean of 15 sites: the servers with most requests have 44, 21, 10 and 6 %; the fifth, 3 there, and two more chosen here. */
const HOST_SHARES = [44, 21, 10, 6, 4, 3, 3] as const

/** The rest is chosen here. Shares of the resources: */
const COUNT_SHARE = { script: 0.2, stylesheet: 0.06, fetch: 0.03 } as const
const FETCH_BYTES = 2_000
/** The largest of a kind has eight times the bytes of the smallest. */
const HALVINGS = 3
/** Think time by what a server does, log-uniform: makes a document or data, reads a file, decides on an advertisement. */
const THINK_MS = { document: [50, 500], fetch: [50, 300], file: [1, 20], script: [5, 120] } as const
/** Main thread of each fourth script. */
const COMPUTE_MS = 20

const SOURCE =
  'Welsh, Greenstein, Piatek 2012 (google:method-pages): 77 pages of 31 sites; bytes, kinds and hosts after HTTP Archive 2011 and 2012 and CableLabs 2012; their spread, dependencies, think and compute time chosen here'

/** `google-mobile-<site>-<page>`, all 77. */
export const GOOGLE_MOBILE_PAGES: readonly string[] = GOOGLE_MOBILE_SHAPES.map(
  ({ site, page }) => `google-mobile-${site}-${page}`,
)

export const GOOGLE_MOBILE: PageSeries = {
  pattern: 'google-mobile-<site>-<page>',
  shape: /^google-mobile-([1-9]\d*)-([1-9]\d*)$/,
  page: (site = 0, page = 0) => {
    const pages = GOOGLE_MOBILE_SHAPES.filter((shape) => shape.site === site)
    const shape = pages.find((each) => each.page === page)
    if (pages.length === 0) throw new RangeError(`google-mobile has sites 1 to 31, not ${site}`)
    if (shape === undefined)
      throw new RangeError(
        `site ${site} of google-mobile has ${pages.length} page${pages.length === 1 ? '' : 's'}, not ${page}`,
      )
    return draftOf(shape)
  },
}

function draftOf(shape: PageShape): PageDraft {
  const { site, page, resources, totalBytes, hosts } = shape
  return {
    title: `page ${page} of site ${site} of 31: ${resources} resources, ${Math.round(totalBytes / 1_000)} kB`,
    source: SOURCE,
    hostShares: HOST_SHARES.slice(0, hosts),
    // Else the pages would draw the same numbers from one seed.
    resources: (random) => resourcesOf(shape, rng(mix32(Math.floor(random() * 2 ** 32), 8 * site + page))),
  }
}

function resourcesOf({ resources, totalBytes }: PageShape, random: () => number): Draft[] {
  const countOf = (kind: keyof typeof COUNT_SHARE): number =>
    Math.max(1, Math.round(COUNT_SHARE[kind] * (resources - 1)))
  const [scriptCount, styleCount, fetchCount] = [countOf('script'), countOf('stylesheet'), countOf('fetch')]
  const imageCount = resources - 1 - scriptCount - styleCount - fetchCount
  const imageBytes = Math.round(IMAGE_SHARE * totalBytes)
  const textBytes = totalBytes - imageBytes
  const bytesOf = (kind: keyof typeof TEXT_KB): number =>
    Math.round((textBytes * TEXT_KB[kind]) / (TEXT_KB.document + TEXT_KB.script + TEXT_KB.stylesheet))
  const styleBytes = bytesOf('stylesheet')
  const documentBytes = Math.max(bytesOf('document'), smallDocument(resources).sizeBytes)
  const scriptBytes = textBytes - styleBytes - documentBytes - fetchCount * FETCH_BYTES
  const group = (count: number, bytes: number) => {
    return { count, totalBytes: bytes, halving: count / HALVINGS }
  }
  const firstScript = 1 + styleCount
  const firstFetch = firstScript + scriptCount
  const thinkMs = (kind: keyof typeof THINK_MS): number => {
    const [low, high] = THINK_MS[kind]
    return Math.round(low * (high / low) ** random())
  }
  return [
    { kind: 'document', sizeBytes: documentBytes, thinkMs: thinkMs('document') },
    ...sized('stylesheet', group(styleCount, styleBytes), random).map((each) => {
      return { ...each, thinkMs: thinkMs('file') }
    }),
    // The last third is inserted by the first: advertisements and counters.
    ...sized('script', group(scriptCount, scriptBytes), random).map((each, index): Draft => {
      const isInserted = index > 0 && index >= (2 * scriptCount) / 3
      return {
        ...each,
        parent: isInserted ? firstScript : 0,
        thinkMs: thinkMs(isInserted ? 'script' : 'file'),
        ...(index % 4 === 0 ? { computeMs: COMPUTE_MS } : {}),
      }
    }),
    ...several(fetchCount, { kind: 'fetch', sizeBytes: FETCH_BYTES }).map((each) => {
      return { ...each, parent: firstScript, thinkMs: thinkMs('fetch') }
    }),
    // Seventeen of twenty pictures are in the document, two in a style sheet, one comes of what was fetched.
    ...sized('image', group(imageCount, imageBytes), random).map((each, index) => {
      const place = index % 20
      const byStyle = place === 3 || place === 13
      const parent = byStyle ? 1 + (index % styleCount) : place === 19 ? firstFetch + (index % fetchCount) : 0
      return { ...each, parent, thinkMs: thinkMs('file') }
    }),
  ]
}
