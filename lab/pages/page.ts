import { FLAT_PREFIX, GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import { rng } from '../../stats/rng.ts'
import { graphPage, graphPages, madeGraphPage } from '../graph/replay/graph-page.ts'
import { RECORDING_PREFIX, recordedPage } from '../replay/recorded-page.ts'
import { checkLabPage } from './check-page.ts'
import type { Draft, PageDraft } from './draft.ts'
import { GOOGLE_MOBILE } from './google-mobile-pages.ts'
import { NAMED_PAGES } from './named-pages.ts'
import { type PageSeries, SIZE_SERIES } from './page-series.ts'
import type { LabPage, LabResource } from './shape/lab-page.ts'
import type { PageOptions } from './shape/page-options.ts'
import type { ResourceKind } from './shape/resource-kind.ts'

/**
 * Spreads a page's resources over hosts, so that the number of resources of each is as near to its share as whole ones can be (the
 * method of Sainte-Laguë); with equal shares each goes to the host that has fewest so far. What a browser asks for with
 * CORS stays with the document: elsewhere it would need leave, and a connection of its own.
 *
 * @param shares one for each host, above 0
 */
function spreadOverHosts(resources: readonly LabResource[], shares: readonly number[]): LabResource[] {
  const counts = shares.map(() => 0)
  counts[0] = resources.filter(staysHome).length
  return resources.map((resource) => {
    if (staysHome(resource)) return { ...resource, shard: 0 }
    const loads = counts.map((count, host) => (count + 0.5) / (shares[host] as number))
    const shard = loads.indexOf(Math.min(...loads))
    counts[shard] = (counts[shard] ?? 0) + 1
    return { ...resource, shard }
  })
}

/** Fonts (CSS Fonts 4, 4.8.2) and what scripts read are subject to CORS. */
const staysHome = ({ kind }: LabResource): boolean =>
  kind === 'document' || kind === 'font' || kind === 'fetch'

const PAGE_SERIES: readonly PageSeries[] = [...SIZE_SERIES, GOOGLE_MOBILE]

/** Names that plans may use: pages, then the patterns of series. */
export const PAGE_NAMES: readonly string[] = [
  ...Object.keys(NAMED_PAGES),
  ...PAGE_SERIES.map(({ pattern }) => pattern),
  `${FLAT_PREFIX}<page>`,
]

/** Says how plans once named a page that was cloned as static files. */
const MIRROR_PREFIX = 'mirror:'

/** elkhatib:figure-8 goes up to so many shards. */
const MAX_SHARDS = 7

/**
 * A page of the catalogue, spread over so many hosts; the same for the same options. `recording:FOLDER` is a page that was
 * recorded, as it is in the folder; `graph:PATH` one that no browser loads, of several graphs as the first of them is;
 * `graph:PAGE` one of the catalogue loaded like that.
 *
 * @throws RangeError where there is no such page, or not of such a size, or not for so many shards
 */
export function labPage(name: string, options: PageOptions): LabPage {
  if (name.startsWith(MIRROR_PREFIX))
    throw new RangeError(
      `${name}: mirrors are no pages of the lab any more: make a recording by towline record, and name it recording:FOLDER`,
    )
  if (name.startsWith(RECORDING_PREFIX)) return recordedPage(name, options)
  if (name.startsWith(GRAPH_PREFIX)) {
    const page = name.slice(GRAPH_PREFIX.length)
    return isMadePage(page) ? madeGraphPage(name, labPage(page, options)) : graphPage(name, options)
  }
  const { shards, seed, thinkMs = 0 } = options
  const page = pageDraft(name)
  const hosts = shards ?? page.hostShares?.length ?? 1
  if (!Number.isInteger(hosts) || hosts < 1 || hosts > MAX_SHARDS)
    throw new RangeError(`a page has 1 to ${MAX_SHARDS} shards, not ${hosts}`)
  const equal = Array.from({ length: hosts }, () => 1)
  const shares = hosts === page.hostShares?.length ? page.hostShares : equal
  const resources = spreadOverHosts(page.resources(rng(seed)).map(numbered), shares)
  const { title, source } = page
  return checkLabPage({
    name,
    title,
    source,
    shards: hosts,
    seed,
    resources: resources.map((each) => ({ ...each, thinkMs: each.thinkMs + thinkMs })),
  })
}

/**
 * The pages that the blocks of a run load in turn: one for each graph of a folder `graph:PATH`, else the one of `labPage`.
 * @throws RangeError as `labPage`, and where graphs of a folder are of different pages
 */
export function labPages(name: string, options: PageOptions): readonly [LabPage, ...LabPage[]] {
  return name.startsWith(GRAPH_PREFIX) && !isMadePage(name.slice(GRAPH_PREFIX.length))
    ? graphPages(name, options)
    : [labPage(name, options)]
}

/** Whether a name is of the catalogue, or would be but for its numbers. */
export function isMadePage(name: string): boolean {
  if (name.startsWith(FLAT_PREFIX)) return isMadePage(name.slice(FLAT_PREFIX.length))
  return Object.hasOwn(NAMED_PAGES, name) || PAGE_SERIES.some(({ shape }) => shape.test(name))
}

function pageDraft(name: string): PageDraft {
  if (name.startsWith(FLAT_PREFIX)) return flat(pageDraft(name.slice(FLAT_PREFIX.length)))
  if (Object.hasOwn(NAMED_PAGES, name)) return NAMED_PAGES[name] as PageDraft
  for (const { shape, page } of PAGE_SERIES) {
    const numbers = shape.exec(name)?.slice(1).map(Number)
    if (numbers !== undefined) return page(...numbers)
  }
  throw new RangeError(`there is no page '${name}'; there are ${PAGE_NAMES.join(', ')}`)
}

/** The same without dependencies: the document names everything. */
function flat({ title, source, resources, ...page }: PageDraft): PageDraft {
  return {
    ...page,
    title: `${title}; all named in the document`,
    source: `${source}; its dependencies are cut here`,
    resources: (random) => resources(random).map((resource) => ({ ...resource, parent: 0 })),
  }
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
  { kind, sizeBytes, parent = 0, thinkMs = 0, computeMs = 0, fetchPriority }: Draft,
  index: number,
): LabResource {
  const isDocument = index === 0
  const path = isDocument ? '/' : `/${index}.${EXTENSIONS[kind]}`
  const resource = { path, kind, sizeBytes, parent: isDocument ? null : parent, shard: 0, thinkMs, computeMs }
  return fetchPriority === undefined ? resource : { ...resource, fetchPriority }
}
