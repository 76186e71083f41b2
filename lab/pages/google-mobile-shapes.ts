import { rng } from '../../stats/rng.ts'
import { shuffled } from './draft.ts'

export interface PageShape {
  /** 1 to 31. */
  readonly site: number
  /** 1 to 4, within the site. */
  readonly page: number
  /** The document included. */
  readonly resources: number
  /** Sum of all bodies. */
  readonly totalBytes: number
  readonly hosts: number
}

/** Pages of each of the 31 sites, 77 in all: the study has these two sums. */
const PAGES_OF_SITE = [
  4, 3, 2, 1, 3, 2, 4, 2, 1, 3, 2, 4, 2, 3, 1, 2, 4, 3, 2, 1, 2, 4, 3, 2, 1, 4, 2, 3, 4, 2, 1,
]

/** Resources of a page, log-uniform: 41 on average (docs/lab-pages.md). */
const RESOURCES = [6, 134] as const
/** Mean body of a page's resources, log-uniform: 12.5 kB on average. */
const MEAN_BYTES = [4_000, 28_500] as const
/** Hosts grow with the square root of the resources, up to as many as a page of the lab may have. */
const HOSTS_BY_ROOT = 0.85
const MAX_HOSTS = 7

/**
 * The first seed at which pages have, within 1 %, the 511 kB on average of HTTP Archive's mobile pages of 2012. A plan's seed
 * does not change shapes: a page of this name is always of this size.
 */
const SHAPE_SEED = 17

/** All 77, by site and page. */
export const GOOGLE_MOBILE_SHAPES: readonly PageShape[] = shapes(rng(SHAPE_SEED))

/**
 * Number of resources and their mean size are each log-uniform over the pages, one in each of 77 equally likely bands, and
 * independent of each other. Pages of one site lie in neighbouring bands, for they resemble each other.
 */
function shapes(random: () => number): PageShape[] {
  const resourcesOf = bands(random)
  const meanBytesOf = bands(random)
  return PAGES_OF_SITE.flatMap((pages, index) =>
    Array.from({ length: pages }, (_, place): PageShape => {
      const site = index + 1
      const page = place + 1
      const name = `${site}-${page}`
      const resources = Math.round(logUniform(RESOURCES, resourcesOf.get(name) as number))
      const totalBytes = Math.round(resources * logUniform(MEAN_BYTES, meanBytesOf.get(name) as number))
      const hosts = Math.min(MAX_HOSTS, Math.round(HOSTS_BY_ROOT * Math.sqrt(resources)))
      return { site, page, resources, totalBytes, hosts }
    }),
  )
}

/** A place in (0, 1) for each page: the middle of its band. */
function bands(random: () => number): Map<string, number> {
  const names = shuffled([...PAGES_OF_SITE.keys()], random).flatMap((index) => {
    const pages = Array.from({ length: PAGES_OF_SITE[index] as number }, (_, place) => place + 1)
    return shuffled(pages, random).map((page) => `${index + 1}-${page}`)
  })
  return new Map(names.map((name, band) => [name, (band + 0.5) / names.length]))
}

function logUniform([low, high]: readonly [number, number], place: number): number {
  return low * (high / low) ** place
}
