import type { Har } from 'har-format'
import { pageLoads } from '../../har/page-loads.ts'
import type { WaterfallLoad } from '../../web/charts/waterfall-load.ts'
import { harHttp3 } from '../../web/har/har-http3.ts'
import { harWaterfall } from '../../web/har/har-waterfall.ts'
import { type Http3Reason, http3Reason } from '../../web/har/http3-reason.ts'
import { readHarValue } from '../../web/har/read-har.ts'

export interface RecordedLoad {
  /** Address without its query; null where the document is unknown. */
  readonly address: string | null
  readonly protocol: string | null
  readonly http3: Http3Reason | null
  readonly waterfall: WaterfallLoad
}

/** Returns null where nothing was recorded that can be read as a load. */
export function recordedLoad(log: Har['log']): RecordedLoad | null {
  const read = readHarValue({ log })
  const load = 'har' in read ? pageLoads(read.har).findLast(({ page }) => page !== null) : undefined
  if (load === undefined || !('har' in read)) return null
  const url = load.document === null ? null : URL.parse(load.document.url)
  const facts = harHttp3(load, read.har)
  return {
    address: url && url.origin + url.pathname,
    protocol: load.document?.protocol ?? null,
    http3: facts && http3Reason(facts),
    waterfall: harWaterfall(load, read.har),
  }
}
