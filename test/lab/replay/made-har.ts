/** A response that a made HAR has. */
export interface MadeAnswer {
  readonly type?: string
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const RECORDED_AT = '2026-01-02T03:04:05.000Z'

/** A HAR with bodies, of one page; the first answer is the document. */
export function madeHar(answers: readonly (readonly [url: string, answer: MadeAnswer])[]): string {
  const entries = answers.map(([url, { type = 'image/svg+xml', text = SVG, headers = {} }]) => ({
    pageref: 'page_1',
    startedDateTime: RECORDED_AT,
    serverIPAddress: '192.0.2.1',
    request: { method: 'GET', url, httpVersion: 'h2', headers: [] },
    response: {
      status: 200,
      statusText: '',
      httpVersion: 'h2',
      headers: Object.entries({ 'content-type': type, ...headers }).map(([name, value]) => ({ name, value })),
      redirectURL: '',
      bodySize: text.length,
      content: { size: text.length, mimeType: type, text },
    },
    timings: { blocked: 0, dns: -1, connect: -1, ssl: -1, send: 0, wait: 1, receive: 0 },
  }))
  return JSON.stringify({ log: { browser: { name: 'Chrome', version: '1' }, entries } })
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
