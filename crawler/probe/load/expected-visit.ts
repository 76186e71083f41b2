import type { MetricName } from '../../../model/metrics.ts'
import type { Visit } from '../../../model/visit.ts'
import type { ExpectationRule } from './expectation.ts'

/** Evidence that each visit's load has to show, by metric; what is absent may be anything. */
const SHOWN: Readonly<Record<Visit, Readonly<Partial<Record<MetricName, number>>>>> = {
  cold: {},
  // Nothing was prepared and no other host was asked: only the record can have said that HTTP/3 is spoken.
  'https-record': { visit_http_version: 3, visit_resumed: 0, visit_cached_share: 0 },
  'alt-svc-first': { visit_http_version: 2, visit_resumed: 0, visit_cached_share: 0 },
  'alt-svc-second': { visit_http_version: 3, visit_resumed: 0, visit_cached_share: 0 },
  resumed: { visit_resumed: 1, visit_early_data: 0, visit_cached_share: 0 },
  'zero-rtt': { visit_resumed: 1, visit_early_data: 1, visit_cached_share: 0 },
  'warm-cache': { visit_cached_share: 1 },
}

/** HTTP/1.1 is expected to show nothing: browsers act on no 103 there. */
export const expectedHints: ExpectationRule = ({ earlyHints }, { metric }) => {
  if (earlyHints === undefined || metric('share_h1') === 1 || (metric('hinted_requests') ?? 0) > 0)
    return null
  return { reason: 'wrong_visit', detail: 'no request of a 103 (Early Hints)' }
}

export const expectedVisit: ExpectationRule = ({ visit, udp }, { metric }) => {
  if (visit === undefined) return null
  // A browser may come by TCP although it knows better where UDP is stopped: that is what is asked.
  const isOpen = (name: string): boolean => udp !== undefined && name === 'visit_http_version'
  const off = Object.entries(SHOWN[visit]).find(([name, value]) => !isOpen(name) && metric(name) !== value)
  if (off === undefined) return null
  const [name, value] = off
  return { reason: 'wrong_visit', detail: `${name} is ${metric(name) ?? 'unknown'}, not ${value}` }
}
