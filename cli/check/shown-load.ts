import type { Database } from '../../db/connection/database.ts'
import type { Arm } from '../../model/arm.ts'
import { loadMarks } from '../../server/campaign/load-marks.ts'
import { storedHar } from '../../server/campaign/stored-har.ts'
import { waterfallEntry } from '../../server/campaign/waterfall-entry.ts'
import { medianSample } from '../../server/comparisons/median-sample.ts'
import type { WaterfallEntry } from '../../server/contract/contract.ts'

/** The load in the middle of an arm. */
export interface ShownLoad {
  readonly arm: Arm
  readonly round: number
  readonly n: number
  /** Sorted by their start. */
  readonly entries: readonly WaterfallEntry[]
  readonly marks: Awaited<ReturnType<typeof loadMarks>>
  /** URL where redirects and scripts led to; null: unknown. */
  readonly finalUrl: string | null
  /** Media type of the main document, such as `text/html`; null: unknown. */
  readonly mediaType: string | null
}

/** Returns null where no load of the arm is valid, or no HAR of it is kept. */
export async function shownLoad(
  db: Database,
  page: { readonly campaignId: number; readonly site: number },
  arm: Arm,
): Promise<ShownLoad | null> {
  const median = await medianSample(db, page, arm)
  const stored = median === null ? null : await storedHar(db, median.sample.id)
  if (median === null || stored === null) return null
  const { entries } = stored.har.log
  const zeroMs =
    stored.navigationMs ?? Math.min(...entries.map(({ startedDateTime }) => Date.parse(startedDateTime)))
  const { finalUrl } = median.sample
  const document = entries.findLast(({ request }) => request.url === finalUrl)
  return {
    arm,
    finalUrl,
    mediaType: document?.response.content.mimeType.split(';', 1)[0]?.toLowerCase() || null,
    round: median.sample.round,
    n: median.n,
    entries: entries.map((entry) => waterfallEntry(entry, zeroMs)).sort((a, b) => a.startMs - b.startMs),
    marks: await loadMarks(db, median.sample.id, stored.documentMs),
  }
}
