import type { Http3Facts } from '../http3/http3-reason.ts'
import type { HarFile } from './har-file.ts'
import type { HarPageLoad } from './har-pages.ts'
import { harSetUp } from './har-set-up.ts'

/** What a HAR knows, with the headers that are in most. Null where its document is unknown. */
export function harHttp3({ document, entries }: HarPageLoad, file: HarFile): Http3Facts | null {
  if (document === null) return null
  const origin = URL.parse(document.url)?.origin
  const sameOrigin = entries.filter(({ url }) => URL.parse(url)?.origin === origin)
  const texts = sameOrigin.flatMap(({ altSvc }) => (altSvc === null ? [] : [altSvc]))
  return {
    url: document.url,
    protocol: document.protocol,
    fromCache: document.fromCache,
    reused: harSetUp(document, file).reused,
    othersByH3: sameOrigin.some(({ protocol }) => protocol === 'h3'),
    altSvc: texts.length === 0 ? 'missing' : texts,
  }
}
