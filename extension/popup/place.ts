import type { ContributedProtocol } from '../../model/contribution-terms.ts'
import type { FieldReference } from '../../server/contract/field.ts'
import { hostsOf } from '../store/study-site.ts'

export type Source = 'live' | 'field'

/** A load among the published ones of the same site. */
export interface Place {
  readonly source: Source
  readonly proto: ContributedProtocol
  /** Loads, or contributors of the field, behind the curve. */
  readonly n: number
  /** Share of them that were slower, 0 to 1. */
  readonly slower: number
  /** Of page load time. */
  readonly curve: readonly { readonly p: number; readonly ms: number }[]
}

/** Curves are of the sites' root pages. Null where none is published for this address. */
export function curvesOf(reference: FieldReference, url: string): FieldReference['sites'][number] | null {
  const address = URL.parse(url)
  if (address?.protocol !== 'https:' || address.pathname !== '/' || address.search !== '') return null
  return reference.sites.find(({ domain }) => hostsOf(domain).includes(address.host)) ?? null
}

/** Where a load lies on each curve of its site: its own protocol first. */
export function placesOf(
  { p }: FieldReference,
  { live, field }: FieldReference['sites'][number],
  { proto, loadMs }: { readonly proto: string; readonly loadMs: number },
): Place[] {
  const places = (['field', 'live'] as const).flatMap((source) =>
    Object.entries(source === 'field' ? field : live).map(([name, { n, ms }]): Place => {
      const curve = ms.map((value, i) => ({ p: p[i] ?? 1, ms: value }))
      return { source, proto: name as ContributedProtocol, n, slower: 1 - shareAt(curve, loadMs), curve }
    }),
  )
  return places.toSorted((a, b) => Number(b.proto === proto) - Number(a.proto === proto))
}

/** Share of a distribution at or below a value, linear between its quantiles. */
export function shareAt(curve: Place['curve'], value: number): number {
  const [first] = curve
  const last = curve.at(-1)
  if (first === undefined || last === undefined || value < first.ms) return 0
  if (value >= last.ms) return 1
  const after = curve.findIndex(({ ms }) => ms > value)
  const [low, high] = [curve[after - 1] ?? first, curve[after] ?? last]
  return low.p + ((value - low.ms) / (high.ms - low.ms)) * (high.p - low.p)
}
