import type { HarPageLoad } from './har-file.ts'

/** A request of a load as its table shows it; null where the file does not say. */
export interface RequestRow {
  /** Counted in the order of their start, from 1. */
  readonly number: number
  readonly url: string
  readonly protocol: string | null
  /** 0: no response. */
  readonly status: number | null
  readonly mimeType: string
  readonly sizeBytes: number | null
  /** Time since the page's start. */
  readonly startMs: number | null
  readonly timeMs: number | null
}

export function requestRows({ page, entries }: HarPageLoad): RequestRow[] {
  const originMs = page?.startedMs ?? entries[0]?.startedMs ?? null
  return entries.map((entry, i) => ({
    number: i + 1,
    url: entry.url,
    protocol: entry.protocol,
    status: entry.status,
    mimeType: entry.mimeType,
    sizeBytes: entry.sizeBytes,
    startMs: entry.startedMs === null || originMs === null ? null : entry.startedMs - originMs,
    timeMs: entry.timeMs !== null && entry.timeMs >= 0 ? entry.timeMs : null,
  }))
}
