import { type Draft, type PageDraft, several, shuffled, smallDocument } from './draft.ts'

const CABLELABS = 'CableLabs 2012, Analysis of Google SPDY and TCP initcwnd'
const ELKHATIB = 'Elkhatib, Tyson, Welzl 2014, Table I'

/** The pages that the papers loaded. Sizes that a paper does not print were chosen here, and the source says so. */
export const PAPER_PAGES: Readonly<Record<string, PageDraft>> = {
  'cablelabs-a': {
    title: 'CableLabs page A: 102 resources, small ones',
    source: `${CABLELABS}: 102 resources; size chosen here (0.5 MB), from the medians of HTTPS at 10 and 20 Mbit/s`,
    resources: () => [smallDocument(101), ...several(101, { kind: 'image', sizeBytes: 5_000 })],
  },
  'cablelabs-b': {
    title: 'CableLabs page B: 101 resources of log-uniform sizes',
    source: `${CABLELABS}: 101 resources, log-uniform; range chosen here (0.5 to 60 kB), from the medians of HTTPS at 10 and 20 Mbit/s`,
    resources: (random) => [smallDocument(100), ...logUniform(100, 500, 60_000, random)],
  },
  'cablelabs-c': {
    title: 'CableLabs page C: 11 resources, large ones',
    source: `${CABLELABS}: 11 resources; size chosen here (2.56 MB), from the medians of HTTPS at 10 and 20 Mbit/s`,
    resources: () => [smallDocument(10), ...several(10, { kind: 'image', sizeBytes: 256_000 })],
  },
  neotys: {
    title: 'Neotys (2013): a document of 9.5 kB and 50 pictures',
    source:
      'Neotys 2013, server load: HTML of 9.5 kB and 50 PNG of 32×32 pixels; size of each chosen here (2 kB)',
    resources: () => [
      { kind: 'document', sizeBytes: 9_500 },
      ...several(50, { kind: 'image', sizeBytes: 2_000 }),
    ],
  },
  twitter: elkhatib('Twitter', 7, 46_400),
  youtube: elkhatib('YouTube', 50, 10_630),
  imgur: elkhatib('imgur', 133, 11_780),
  nytimes: {
    title: 'New York Times (2012): 148 resources of 10.14 kB',
    source: `${CABLELABS}, Table 2: 148 requests, 1,500 kB; the mean for each, the document included`,
    resources: () => alike(148, 10_135),
  },
}

function elkhatib(site: string, count: number, sizeBytes: number): PageDraft {
  return {
    title: `${site} (2013): ${count} resources of ${sizeBytes / 1_000} kB`,
    source: `${ELKHATIB}: ${count} resources, ${sizeBytes / 1_000} kB on average; all of that size, the document included`,
    resources: () => alike(count, sizeBytes),
  }
}

/** So many resources of one size; the first of them is the document, which names the others. */
function alike(count: number, sizeBytes: number): Draft[] {
  return [{ kind: 'document', sizeBytes }, ...several(count - 1, { kind: 'image', sizeBytes })]
}

/**
 * Pictures whose sizes are log-uniform: one in each of as many equally likely bands, so that the sum hardly hangs on the
 * seed, in random order.
 */
function logUniform(count: number, lowBytes: number, highBytes: number, random: () => number): Draft[] {
  const sizes = Array.from({ length: count }, (_, band) =>
    Math.round(lowBytes * (highBytes / lowBytes) ** ((band + random()) / count)),
  )
  return shuffled(sizes, random).map((sizeBytes) => ({ kind: 'image', sizeBytes }))
}
