/** A paper's printed values of the pages that it loaded. Null where its table has no such column, or an empty cell. */
export interface PublishedSite {
  readonly name: string
  readonly requests: number
  readonly sizeBytes: number
  readonly hosts: number | null
  readonly servers: number | null
  /** Share of the requests that the server with the most of them answered. */
  readonly topShareFraction: number | null
  /** Segments. */
  readonly initialWindow: number | null
  readonly rttMs: number | null
}

interface PublishedSites {
  readonly source: string
  readonly sites: readonly PublishedSite[]
}

/** cablelabs:table-2 and cablelabs:table-3: name, servers, GETs, page in kB, top 1 in percent, average round trip in milliseconds. */
const CABLELABS: readonly (readonly [string, number, number, number, number, number])[] = [
  ['Engadget', 26, 278, 1500, 34, 57.8],
  ['NY Times', 27, 148, 1500, 33, 63.6],
  ['Gizmodo', 25, 116, 3900, 34, 51.4],
  ['CNN', 22, 158, 1180, 59, 49],
  ['comcast.net', 12, 55, 606, 51, 65.4],
  ['ESPN', 26, 144, 5400, 40, 58],
  ['Amazon', 15, 139, 1100, 34, 50.8],
  ['RoadRunner', 30, 128, 85, 27, 51.2],
  ['Wired', 32, 130, 1200, 48, 71.8],
  ['eBay', 14, 53, 520, 23, 65],
  ['LinkedIn', 9, 75, 457, 48, 63.4],
  ['Hulu', 12, 193, 2000, 60, 56.8],
  ['Yahoo', 6, 51, 423, 88, 41.8],
  ['YouTube', 6, 37, 2400, 41, 23],
  ['Google shopping', 3, 20, 73, 45, 35.3],
]

/** elkhatib:table-1: name, resources, average size of one in kB, domains, initial window, average round trip in milliseconds. */
const ELKHATIB: readonly (readonly [string, number, number, number, number, number])[] = [
  ['Facebook', 20, 12.56, 4, 7, 92],
  ['Google', 7, 41.29, 2, 7, 8],
  ['YouTube', 50, 10.63, 4, 7, 8],
  ['Blogspot', 31, 5.03, 6, 7, 17],
  ['Twitter', 7, 46.4, 3, 10, 158],
  ['WordPress', 13, 7.92, 4, 10, 91],
  ['imgur', 133, 11.78, 58, 10, 8],
  ['youm7', 270, 11.07, 54, 10, 150],
]

/** The papers' tables of sites, as printed. A kB is read as 1,000 bytes. */
export const PUBLISHED_SITES: readonly PublishedSites[] = [
  {
    source: 'CableLabs 2012, Tables 2 and 3',
    sites: CABLELABS.map(([name, servers, requests, pageKb, topPercent, rttMs]) => ({
      name,
      requests,
      sizeBytes: 1_000 * pageKb,
      hosts: null,
      servers,
      topShareFraction: topPercent / 100,
      initialWindow: null,
      rttMs,
    })),
  },
  {
    source: 'Elkhatib 2014, Table I',
    sites: ELKHATIB.map(([name, requests, averageKb, hosts, initialWindow, rttMs]) => ({
      name,
      requests,
      sizeBytes: Math.round(1_000 * averageKb * requests),
      hosts,
      servers: null,
      topShareFraction: null,
      initialWindow,
      rttMs,
    })),
  },
]
