import { MOST_REQUESTS, OLDEST_DAYS } from '../../model/contribution-terms.ts'
import { isFieldProtocol } from '../../model/field.ts'
import type { HarBrowser, HarPageLoad } from '../../web/har/har-file.ts'
import { type ImportedFile, type ImportedLoad, importFileWith } from '../../web/har/imported-file.ts'
import { isInTime, type ReducedHar } from '../../web/har/reduce-har.ts'
import { checkedLoad } from '../capture/checked-load.ts'
import type { ReducedLoad } from '../capture/types.ts'
import type { HarDropReason } from './har-drop.ts'

/** Values that a record needs of a load; else why there can be none. Nothing else of a file may go into a record. */
type HarContribution =
  | { readonly load: ReducedLoad; readonly day: string; readonly browser: HarBrowser }
  | { readonly dropped: HarDropReason }

export interface ContributableLoad extends ImportedLoad {
  readonly contribution: HarContribution
}

/** Reads a file for its owner, and says of each load whether it can be contributed. Never throws. @param today UTC, YYYY-MM-DD */
export function importContributable(
  bytes: Uint8Array<ArrayBuffer>,
  today: string,
): Promise<ImportedFile<ContributableLoad>> {
  return importFileWith(bytes, (load, reduced) => ({
    contribution: contributableHar(load, reduced, today),
  }))
}

/** @param today UTC, YYYY-MM-DD */
export function contributableHar(
  load: HarPageLoad,
  { proto, t, n, reused, day, browser, automated }: ReducedHar,
  today: string,
): HarContribution {
  const { document } = load
  if (document === null) return { dropped: 'no_document' }
  if (load.first !== load.document) return { dropped: 'redirected' }
  if (document.fromCache) return { dropped: 'from_cache' }
  if (document.status === null || document.status < 200 || document.status > 299)
    return { dropped: 'http_status' }
  if (automated) return { dropped: 'automated' }
  if (proto === null) return { dropped: 'no_protocol' }
  if (!isFieldProtocol(proto)) return { dropped: 'other_protocol' }
  if (t.load === null) return { dropped: 'not_loaded' }
  if (n.requests > MOST_REQUESTS) return { dropped: 'too_many_requests' }
  if (reused === null) return { dropped: 'unknown_set_up' }
  if (browser === null) return { dropped: 'unknown_browser' }
  if (day === null) return { dropped: 'unknown_day' }
  if (day > today || daysBetween(day, today) > OLDEST_DAYS) return { dropped: 'too_old' }
  if (!isInTime(load)) return { dropped: 'bad_times' }
  const visit = reused ? 'open-connection' : 'new-connection'
  const reduced = checkedLoad({ proto, t, n, reused, visit })
  return reduced === null ? { dropped: 'bad_times' } : { load: reduced, day, browser }
}

function daysBetween(day: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(day)) / 86_400_000)
}
