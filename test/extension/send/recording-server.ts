import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Recorded {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A collecting server that keeps all that it is asked, and answers as a test wants it to. */
export interface RecordingServer extends AsyncDisposable {
  readonly origin: string
  /** Preflights are not among them. */
  readonly requests: Recorded[]
  /** Bodies of what was posted. */
  uploads(): Record<string, unknown>[]
  /** Waits until so many requests of this method are there. */
  arrived(method: string, count: number): Promise<Recorded[]>
  /** Status for POST and DELETE; null: the connection is cut without an answer. */
  status: number | null
  /** POST and DELETE get no answer while this is true. */
  hold: boolean
  /** What `/api/v1/field/study` and `/field/reference` answer. */
  study: unknown
  reference: unknown
  readonly preflights: IncomingMessage['headers'][]
}

/** Longest wait for a request. */
const LIMIT_MS = 60_000

const EMPTY_REFERENCE = { list: null, week: null, p: [], sites: [] }

export async function startRecordingServer(): Promise<RecordingServer> {
  const waiting = new Set<() => void>()
  const http = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const server: RecordingServer = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests: [],
    preflights: [],
    status: 201,
    hold: false,
    study: { list: null, openedDay: null, sites: [] },
    reference: EMPTY_REFERENCE,
    uploads: () =>
      server.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body)),
    async arrived(method, count) {
      for (;;) {
        const found = server.requests.filter((request) => request.method === method)
        if (found.length >= count) return found
        await new Promise<void>((resolve, reject) => {
          waiting.add(resolve)
          const deadline = AbortSignal.timeout(LIMIT_MS)
          deadline.onabort = () => reject(new Error(`${found.length} of ${count} ${method} have come`))
        })
      }
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
  return server

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request
    response.setHeader('access-control-allow-origin', '*')
    if (method === 'OPTIONS') {
      server.preflights.push(headers)
      response.setHeader('access-control-allow-methods', 'POST, DELETE')
      response.setHeader('access-control-allow-headers', 'content-type, authorization')
      response.writeHead(204).end()
      return
    }
    server.requests.push({ method, path, headers, body: await text(request) })
    for (const resolve of waiting) resolve()
    waiting.clear()
    response.setHeader('content-type', 'application/json')
    if (path.endsWith('/field/study')) response.end(JSON.stringify(server.study))
    else if (path.endsWith('/field/reference')) response.end(JSON.stringify(server.reference))
    else if (server.hold) return
    else if (server.status === null) response.destroy()
    else if (method === 'DELETE') response.writeHead(server.status === 201 ? 204 : server.status).end()
    else
      response
        .writeHead(server.status)
        .end(
          JSON.stringify(
            server.status === 201 ? { accepted: true, reason: null } : { error: 'a_code', message: 'Words.' },
          ),
        )
  }
}
