import type { ContributedProtocol } from '../../model/contribution-terms.ts'
import type { FieldReference } from '../../server/contract/field.ts'
import { reduceLoad } from '../capture/load-times.ts'
import { DROP_REASONS, type PageLoad } from '../capture/types.ts'
import { hostsOf } from '../store/study-site.ts'

export type Source = 'live' | 'field'

/** Published loads of a site, beside which a load of it is shown. */
export interface Published {
  readonly source: Source
  readonly proto: ContributedProtocol
  /** Loads, or contributors of the field, behind the curve. */
  readonly n: number
  /** Median of page load time. */
  readonly medianMs: number
  readonly curve: readonly { readonly p: number; readonly ms: number }[]
}

/** Curves are of the sites' root pages. Null where none is published for this address. */
export function curvesOf(reference: FieldReference, url: string): FieldReference['sites'][number] | null {
  const address = URL.parse(url)
  if (address?.protocol !== 'https:' || address.pathname !== '/' || address.search !== '') return null
  return reference.sites.find(({ domain }) => hostsOf(domain).includes(address.host)) ?? null
}

/** The curves of a site, its own protocol first; a curve of one load is none. */
export function publishedOf(
  { p }: FieldReference,
  { live, field }: FieldReference['sites'][number],
  proto: string,
): Published[] {
  const found = (['field', 'live'] as const).flatMap((source) =>
    Object.entries(source === 'field' ? field : live).flatMap(([name, { n, ms }]): Published[] => {
      const curve = ms.map((value, i) => ({ p: p[i] ?? 1, ms: value }))
      const medianMs = curve.find((point) => point.p >= 0.5)?.ms
      return n < 2 || medianMs === undefined
        ? []
        : [{ source, proto: name as ContributedProtocol, n, medianMs, curve }]
    }),
  )
  return found.toSorted((a, b) => Number(b.proto === proto) - Number(a.proto === proto))
}

/** Says why a load cannot stand beside those of empty caches, in words; null where it can. */
export function whyNotBeside(load: PageLoad): string | null {
  const reduced = reduceLoad(load)
  if ('dropped' in reduced) return DROP_REASONS[reduced.dropped]
  if (reduced.visit === 'warm-cache') return 'it came from the browser’s cache'
  const cached = load.timings.resources.filter(isCached).length
  return cached === 0 ? null : `${cached} of its files came from the browser’s cache`
}

/** Other origins without Timing-Allow-Origin show a page no size at all: those count as loaded. */
function isCached({
  transferSize,
  decodedBodySize,
  deliveryType,
}: Readonly<Record<string, unknown>>): boolean {
  return deliveryType === 'cache' || (transferSize === 0 && Number(decodedBodySize) > 0)
}
