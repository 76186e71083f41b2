import { type Draft, type PageDraft, several, shuffled, smallDocument } from './draft.ts'

const CABLELABS = 'CableLabs 2012, Analysis of Google SPDY and TCP initcwnd'
const ELKHATIB = 'Elkhatib, Tyson, Welzl 2014, Can SPDY Really Make the Web Faster? (elkhatib:table-1)'
const NEOTYS = 'Neotys 2013, Evaluating the Performance of SPDY-enabled Web Servers (neotys:setup-page)'

/** A picture of one pixel with its chunks (`lab/files/picture.ts`). */
const SMALLEST_PICTURE_BYTES = 81

/** The pages that the papers loaded. What a paper does not print was chosen here, and the source says so. */
export const PAPER_PAGES: Readonly<Record<string, PageDraft>> = {
  'cablelabs-a': {
    title: 'CableLabs page A: 102 resources, small ones',
    source: `${CABLELABS} (cablelabs:section-5-3-2-2-page-a): a document, a script, 100 pictures of 1.3 to 5.5 kB; distribution chosen here to have their mean and deviation`,
    resources: (random) => [
      { kind: 'document', sizeBytes: 12_800 },
      { kind: 'script', sizeBytes: 94_500 },
      ...pictures({ count: 100, lowBytes: 1_300, highBytes: 5_500, bend: 1.4 }, random),
    ],
  },
  'cablelabs-b': {
    title: 'CableLabs page B: 101 resources of log-uniform sizes',
    source: `${CABLELABS} (cablelabs:section-5-3-2-2-page-b): a document, 100 pictures, about log-uniform from 46 B to 103 kB; none below 81 B here, the least that a picture of the lab takes`,
    resources: (random) => [
      { kind: 'document', sizeBytes: 8_200 },
      ...pictures({ count: 100, lowBytes: 46, highBytes: 103_000, bend: 1 }, random),
    ],
  },
  'cablelabs-c': {
    title: 'CableLabs page C: 11 resources, large ones',
    source: `${CABLELABS} (cablelabs:section-5-3-2-2-page-c): a document, 10 pictures of 298 to 310 kB; distribution chosen here to have their mean and deviation, whose document of 0.8 kB names them in 1,320 bytes`,
    resources: (random) => [
      smallDocument(10),
      ...pictures({ count: 10, lowBytes: 298_000, highBytes: 310_000, bend: 2 }, random),
    ],
  },
  neotys: {
    title: 'Neotys (2013): a document of 9.5 kB and 50 pictures',
    source: `${NEOTYS}: HTML of 9.5 kB and 50 PNG of 32×32 pixels; size of each chosen here (2 kB)`,
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
    source: `${CABLELABS} (cablelabs:table-2): 148 requests, 1,500 kB; the mean for each, the document included`,
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

/** Makes so many resources of one size; the first of them is the document, which names the others. */
function alike(count: number, sizeBytes: number): Draft[] {
  return [{ kind: 'document', sizeBytes }, ...several(count - 1, { kind: 'image', sizeBytes })]
}

interface Spread {
  readonly count: number
  readonly lowBytes: number
  readonly highBytes: number
  /** 1: log-uniform; above 1 more of them are small. */
  readonly bend: number
}

/**
 * Pictures, one in each of as many equally likely bands, so that mean and sum hardly hang on the seed, in random order.
 */
function pictures({ count, lowBytes, highBytes, bend }: Spread, random: () => number): Draft[] {
  const sizes = Array.from({ length: count }, (_, band) => {
    const place = ((band + random()) / count) ** bend
    return Math.max(SMALLEST_PICTURE_BYTES, Math.round(lowBytes * (highBytes / lowBytes) ** place))
  })
  return shuffled(sizes, random).map((sizeBytes) => ({ kind: 'image', sizeBytes }))
}
