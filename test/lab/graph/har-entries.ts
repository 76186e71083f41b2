/** Where all HARs of these tests start. */
const START = Date.parse('2026-11-22T12:00:00.000Z')

interface EntryTimes {
  /** Asked for so long after the first. */
  readonly startMs: number
  /** To the first byte. */
  readonly waitMs?: number
  readonly receiveMs?: number
}

/** An entry as DevTools saves it; times in whole milliseconds. */
export function entry(url: string, { startMs, waitMs = 50, receiveMs = 10 }: EntryTimes, more: object = {}) {
  return {
    pageref: 'page_1',
    startedDateTime: new Date(START + startMs).toISOString(),
    time: waitMs + receiveMs,
    serverIPAddress: '192.0.2.1',
    request: { method: 'GET', url, headers: [], bodySize: 0 },
    response: answer(),
    timings: { blocked: 0, dns: -1, connect: -1, ssl: -1, send: 0, wait: waitMs, receive: receiveMs },
    ...more,
  }
}

export function answer(more: object = {}) {
  return {
    status: 200,
    statusText: '',
    httpVersion: 'h2',
    headers: [],
    redirectURL: '',
    bodySize: 1_000,
    content: { size: 2_000, mimeType: 'text/html' },
    ...more,
  }
}

export const typed = (mimeType: string) => ({ response: answer({ content: { size: 2_000, mimeType } }) })

export const parsedBy = (url: string) => ({ _initiator: { type: 'parser', url } })

export const scriptedBy = (...urls: string[]) => ({
  _initiator: { type: 'script', stack: { callFrames: urls.map((url) => ({ url })) } },
})

export function har(entries: readonly object[], onLoad?: number) {
  return {
    log: {
      version: '1.2',
      browser: { name: 'Chrome', version: '156' },
      pages: [{ id: 'page_1', startedDateTime: new Date(START).toISOString(), pageTimings: { onLoad } }],
      entries,
    },
  }
}
