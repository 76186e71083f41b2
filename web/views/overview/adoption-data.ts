import type { Adoption, AdoptionRow } from '../../../server/contract/contract.ts'
import type { AdoptionBar } from '../../charts/adoption-bars.ts'
import { choiceOf } from '../../client/address.ts'

/** Names what the shares are of. */
export type Denominator = 'all' | 'reachable'

interface BarTerm {
  readonly row: string
  readonly label: string
  readonly kind: AdoptionBar['kind']
  readonly className: string
}

/** Rows of the adoption summary that are drawn, in their order. */
export const ADOPTION_BARS: readonly BarTerm[] = [
  { row: 'http', label: 'clear text, no redirect', kind: 'served', className: 'arm-http' },
  { row: 'h1', label: 'HTTP/1.1 over TLS', kind: 'served', className: 'arm-h1' },
  { row: 'h2', label: 'HTTP/2', kind: 'served', className: 'arm-h2' },
  { row: 'h3', label: 'HTTP/3', kind: 'served', className: 'arm-h3' },
  { row: 'h3Claimed', label: 'HTTP/3 claimed', kind: 'claimed', className: 'arm-h3' },
  { row: 'h3ClaimedAltSvc', label: '… by Alt-Svc', kind: 'claimed', className: 'arm-h3' },
  { row: 'h3ClaimedDns', label: '… by HTTPS record', kind: 'claimed', className: 'arm-h3' },
  { row: 'h3ClaimedServed', label: '… and served', kind: 'served', className: 'arm-h3' },
  { row: 'h3ClaimedNotServed', label: '… but not served', kind: 'claimed', className: 'arm-other' },
  { row: 'h3ServedNotClaimed', label: 'served, not claimed', kind: 'served', className: 'arm-h3-altsvc' },
]

/** Rows about handshakes and what shortens them, drawn apart. */
export const HANDSHAKE_BARS: readonly BarTerm[] = [
  { row: 'tls13', label: 'TLS 1.3', kind: 'served', className: 'arm-h2' },
  { row: 'postQuantum', label: 'X25519MLKEM768', kind: 'served', className: 'arm-h2' },
  { row: 'oneRoundTrip', label: 'TLS in one round trip', kind: 'served', className: 'arm-h2' },
  { row: 'shortChain', label: 'chain ≤ 3,600 bytes', kind: 'served', className: 'arm-h2' },
  { row: 'resumption', label: 'session tickets', kind: 'served', className: 'arm-h2' },
  { row: 'earlyData', label: '0-RTT over TCP', kind: 'served', className: 'arm-h2' },
  { row: 'h3EarlyData', label: '0-RTT over QUIC', kind: 'served', className: 'arm-h3' },
  { row: 'httpsRecord', label: 'HTTPS record', kind: 'claimed', className: 'arm-h3' },
  { row: 'ech', label: '… with keys for ECH', kind: 'claimed', className: 'arm-h3' },
  { row: 'earlyHints', label: 'Early Hints (103)', kind: 'served', className: 'arm-h2' },
]

/** All that can be drawn by rank, CDN and stack. */
export const ROW_BARS: readonly BarTerm[] = [...ADOPTION_BARS, ...HANDSHAKE_BARS]

export interface AdoptionChoices {
  readonly denominator: Denominator
  /** The denominator in words. */
  readonly population: string
  /** Row of the summary that is drawn by rank and by CDN. */
  readonly row: string
}

export function adoptionChoices(query: URLSearchParams): AdoptionChoices {
  const denominator = choiceOf(query, 'of', ['all', 'reachable'] as const, 'all')
  return {
    denominator,
    population: denominator === 'all' ? 'all sites of the list' : 'sites that could be reached',
    row: choiceOf(
      query,
      'row',
      ROW_BARS.map((bar) => bar.row),
      'h3',
    ),
  }
}

interface Group {
  readonly n: number
  readonly reachable: number
  readonly rows: readonly AdoptionRow[]
}

export function overallBars(
  adoption: Adoption,
  denominator: Denominator,
  terms: readonly BarTerm[] = ADOPTION_BARS,
): readonly AdoptionBar[] {
  return terms.flatMap((term) => bar(adoption, term, term.label, denominator))
}

/** One row of the summary over several groups, a bar each. */
export function groupBars(
  groups: readonly { readonly label: string; readonly group: Group }[],
  row: string,
  denominator: Denominator,
): readonly AdoptionBar[] {
  const term = ROW_BARS.find((candidate) => candidate.row === row)
  if (term === undefined) return []
  return groups.flatMap(({ label, group }) => bar(group, term, label, denominator))
}

function bar(group: Group, term: BarTerm, label: string, denominator: Denominator): readonly AdoptionBar[] {
  const found = group.rows.find((candidate) => candidate.row === term.row)
  if (found === undefined) return []
  const all = denominator === 'all'
  return [
    {
      label,
      kind: term.kind,
      className: term.className,
      count: all ? found.count : found.reachableCount,
      n: all ? group.n : group.reachable,
      unknown: all ? found.unknown : found.reachableUnknown,
      interval: all ? found.ofAll : found.ofReachable,
    },
  ]
}
