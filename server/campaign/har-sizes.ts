import type { Entry, Har } from 'har-format'

/** The used part of `PageTimings` (model/artifacts.ts): Resource Timing entries as `toJSON()` gives them. */
export interface SizedTimings {
  readonly navigation: TimingEntry | null
  readonly resources: readonly TimingEntry[]
}

type TimingEntry = Readonly<Record<string, number | string>>

/**
 * Sets the sizes of a HAR's messages to what HAR 1.2 says of them. `bodySize`: bytes of the response's body as it was
 * transferred, in its content coding, without headers, chunks or frames; -1 where that is not known, as of a compressed
 * body from another origin that neither permits timing nor says its length. `headersSize`: of HTTP/1.1 what is left of the
 * bytes transferred; else -1, for HTTP/2 and HTTP/3 compress headers.
 */
export function setSizes(har: Har, timings: SizedTimings | null): void {
  const timed = timedSizes(har, timings)
  for (const entry of har.log.entries) {
    const { response } = entry
    const bodySize = bodyBytes(entry, timed.get(withoutFragment(entry.request.url)) ?? null)
    response.bodySize = bodySize
    response.headersSize = headerBytes(entry, bodySize)
    // The browser tells the headers of a request, not their bytes.
    entry.request.headersSize = -1
    const savedBytes = response.content.size - bodySize
    if (bodySize >= 0 && savedBytes > 0) response.content.compression = savedBytes
    else delete response.content.compression
  }
}

/** `encodedBodySize` of URLs that were asked for once. No transfer size: sizes are not shown to the page, or a cache's. */
function timedSizes(har: Har, timings: SizedTimings | null): Map<string, number> {
  if (timings === null) return new Map()
  const requestsByUrl = Map.groupBy(har.log.entries, ({ request }) => withoutFragment(request.url))
  const timingEntries =
    timings.navigation === null ? timings.resources : [timings.navigation, ...timings.resources]
  return new Map(
    [...Map.groupBy(timingEntries, ({ name }) => withoutFragment(String(name)))].flatMap(([url, entries]) => {
      const [entry] = entries
      const isOne = entries.length === 1 && requestsByUrl.get(url)?.length === 1
      return isOne && Number(entry?.transferSize) > 0 ? [[url, Number(entry?.encodedBodySize)] as const] : []
    }),
  )
}

function bodyBytes(entry: Entry, timedBytes: number | null): number {
  const { response } = entry
  if (entry._fromCache !== undefined) return 0
  if (response.status === 0) return -1
  const isWhole = (entry as Entry & { _error?: unknown })._error === undefined
  const declaredBytes = parseBytes(singleHeader(entry, 'content-length'))
  // The browser does not read the body of a redirect that it follows.
  const isFollowed = response.status >= 300 && response.status < 400 && response.redirectURL !== ''
  if (isFollowed) return declaredBytes === 0 ? 0 : -1
  if (timedBytes !== null && isWhole) return timedBytes
  if (['', 'identity'].includes(singleHeader(entry, 'content-encoding') ?? '')) return response.content.size
  const transferredBytes = response._transferSize ?? -1
  return isWhole && declaredBytes !== null && declaredBytes <= transferredBytes ? declaredBytes : -1
}

function headerBytes(entry: Entry, bodySize: number): number {
  const { response } = entry
  const isPlain =
    /^http\/1\.\d$/i.test(response.httpVersion) && singleHeader(entry, 'transfer-encoding') === null
  const bytes = (response._transferSize ?? -1) - bodySize
  return isPlain && bodySize >= 0 && entry._fromCache === undefined && bytes > 0 ? bytes : -1
}

/** Returns null where there is none, or several. */
function singleHeader({ response }: Entry, wanted: string): string | null {
  const found = response.headers.filter(({ name }) => name.toLowerCase() === wanted)
  return found.length === 1 ? (found[0]?.value.trim().toLowerCase() ?? null) : null
}

function parseBytes(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? ''
