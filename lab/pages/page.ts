import { rng } from '../../stats/rng.ts'
import { checkPage } from './check-page.ts'
import type { Draft, PageDraft } from './draft.ts'
import { MIRROR_PREFIX, type MirroredFrom, mirroredPage } from './mirror/mirrored-page.ts'
import { NAMED_PAGES } from './named-pages.ts'
import { PAGE_SERIES } from './page-series.ts'
import type { ResourceKind } from './shape/resource-kind.ts'
import { spread } from './spread.ts'

export { type PageFile, pageFiles } from './page-files.ts'
export { writePageFiles } from './write-page-files.ts'

/** One response that a page is made of. */
export interface LabResource {
  /** Path on its host, from `/`. Unique per host. */
  readonly path: string
  readonly kind: ResourceKind
  /** Exact length of the body. */
  readonly sizeBytes: number
  /** Index of the resource that makes the browser ask for it, below its own; null: the document. */
  readonly parent: number | null
  /** Which host has it; 0 is the page's own. */
  readonly shard: number
  /** The server waits so long before it answers; 0: not at all. */
  readonly thinkMs: number
  /** A script keeps the main thread busy so long; 0: not at all. */
  readonly computeMs: number
}

export interface LabPage {
  /** As in plans; of `[a-z0-9-]`, or `mirror:FOLDER`. */
  readonly name: string
  readonly title: string
  /** Where its numbers come from, and which of them were chosen here. */
  readonly source: string
  /** Parents before children; the first is the document. */
  readonly resources: readonly LabResource[]
  /** Hosts that it is served from, its own included. */
  readonly shards: number
  /** Of sizes, order and bytes. */
  readonly seed: number
  /** Of a page that was mirrored; not there in one that is made. */
  readonly mirror?: MirroredFrom
}

export interface PageOptions {
  /** 1 to 7. Default: as many as the page has by itself, mostly 1; a mirrored page has no other number. */
  readonly shards?: number
  /** 0 to 2^32 - 1. */
  readonly seed: number
  /** The server waits so long before each answer. Default 0. */
  readonly thinkMs?: number
}

/** What plans may name: pages, then the patterns of series. */
export const PAGE_NAMES: readonly string[] = [
  ...Object.keys(NAMED_PAGES),
  ...PAGE_SERIES.map(({ pattern }) => pattern),
]

/** So many shards Elkhatib et al. 2014 went up to (fig. 8). */
const MAX_SHARDS = 7

/**
 * A page of the catalogue, spread over so many hosts; the same for the same options. `mirror:FOLDER` is a page that was
 * mirrored, as it is in the folder.
 *
 * @throws RangeError where there is no such page, or not of such a size, or not for so many shards
 */
export function labPage(name: string, options: PageOptions): LabPage {
  if (name.startsWith(MIRROR_PREFIX)) return mirroredPage(name, options)
  const { shards, seed, thinkMs = 0 } = options
  const page = pageDraft(name)
  const hosts = shards ?? page.shards ?? 1
  if (!Number.isInteger(hosts) || hosts < 1 || hosts > MAX_SHARDS)
    throw new RangeError(`a page has 1 to ${MAX_SHARDS} shards, not ${hosts}`)
  const resources = spread(page.resources(rng(seed)).map(numbered), hosts)
  const { title, source } = page
  return checkPage({
    ...{ name, title, source, shards: hosts, seed },
    resources: resources.map((each) => ({ ...each, thinkMs: each.thinkMs + thinkMs })),
  })
}

function pageDraft(name: string): PageDraft {
  if (Object.hasOwn(NAMED_PAGES, name)) return NAMED_PAGES[name] as PageDraft
  for (const { shape, page } of PAGE_SERIES) {
    const numbers = shape.exec(name)?.slice(1).map(Number)
    if (numbers !== undefined) return page(...numbers)
  }
  throw new RangeError(`there is no page '${name}'; there are ${PAGE_NAMES.join(', ')}`)
}

const EXTENSIONS = {
  document: 'html',
  stylesheet: 'css',
  script: 'js',
  image: 'png',
  font: 'ttf',
  fetch: 'json',
} as const satisfies Record<ResourceKind, string>

function numbered(
  { kind, sizeBytes, parent = 0, thinkMs = 0, computeMs = 0 }: Draft,
  index: number,
): LabResource {
  const isDocument = index === 0
  const path = isDocument ? '/' : `/${index}.${EXTENSIONS[kind]}`
  return { path, kind, sizeBytes, parent: isDocument ? null : parent, shard: 0, thinkMs, computeMs }
}
