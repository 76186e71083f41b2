/** A HAR as its text is built in tests: plain objects, with nothing remarkable but what is given. */
export type HarJson = Record<string, unknown>

export interface EntryFacts {
  readonly url?: string
  readonly started?: string
  readonly httpVersion?: unknown
  readonly status?: unknown
  readonly mimeType?: string
  readonly timings?: HarJson
  /** Default: the sum of the phases, `ssl` in `connect`. */
  readonly time?: unknown
  readonly more?: HarJson
  readonly response?: HarJson
  readonly userAgent?: string
}

export const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

/** 60 ms TCP and 100 ms TLS, 120 ms until the answer. */
export const NEW_CONNECTION = { blocked: 2, dns: 20, connect: 160, ssl: 100, send: 1, wait: 119, receive: 30 }

export function entry(facts: EntryFacts = {}): HarJson {
  const { url = 'https://www.site.test/', started = '2026-11-21T12:00:00.000Z', httpVersion = 'h2' } = facts
  const { status = 200, mimeType = 'text/html', timings = NEW_CONNECTION, userAgent = CHROME } = facts
  const sum = Object.entries(timings)
    .filter(([phase, ms]) => phase !== 'ssl' && typeof ms === 'number' && ms > 0)
    .reduce((total, [, ms]) => total + Number(ms), 0)
  return {
    pageref: 'page_1',
    startedDateTime: started,
    time: 'time' in facts ? facts.time : sum,
    request: { method: 'GET', url, httpVersion, headers: [{ name: 'User-Agent', value: userAgent }] },
    response: { status, httpVersion, content: { size: 1_000, mimeType }, ...facts.response },
    cache: {},
    timings,
    ...facts.more,
  }
}

export interface FileFacts {
  readonly entries?: readonly unknown[]
  readonly pages?: unknown
  readonly version?: unknown
  readonly creator?: HarJson
  readonly browser?: HarJson
}

export const PAGE = {
  startedDateTime: '2026-11-21T12:00:00.000Z',
  id: 'page_1',
  title: 'A page',
  pageTimings: { onContentLoad: 500.4, onLoad: 812.6 },
}

export function har(facts: FileFacts = {}): HarJson {
  const { entries = [entry()], pages = [PAGE], version = '1.2' } = facts
  const creator = facts.creator ?? { name: 'WebInspector', version: '537.36' }
  return { log: { version, creator, ...(facts.browser && { browser: facts.browser }), pages, entries } }
}

export function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
}
