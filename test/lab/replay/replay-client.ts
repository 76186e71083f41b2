import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import { buffer } from 'node:stream/consumers'
import { REPLAY_FIELD } from '../../../model/recording/replay-facts.ts'
import { PORTS } from '../origin/running-server.ts'

export interface Reply {
  readonly status: number | null
  /** What the server says of the answer: its rung and number. */
  readonly mark: string
  /** As it came, codings and all. */
  readonly bodySha256: string
}

const LIMIT_MS = 30_000

/** Asks one replaying server, over HTTP/2 and, for `http:`, over HTTP/1.1. */
export class ReplayClient implements AsyncDisposable {
  readonly #address: string
  readonly #ca: Buffer
  readonly #sessions = new Map<string, http2.ClientHttp2Session>()
  readonly #agent = new http.Agent({ keepAlive: true })

  constructor(address: string, ca: Buffer) {
    this.#address = address
    this.#ca = ca
  }

  async ask(url: string, method: string, fields: Record<string, string>, body?: Buffer): Promise<Reply> {
    const { protocol, host, hostname, origin } = new URL(url)
    // As it was sent: an empty query keeps its question mark.
    const path = url.slice(origin.length)
    if (protocol === 'https:') return await this.#overHttp2({ host, hostname }, path, method, fields, body)
    const target = { host: this.#address, port: PORTS.http, agent: this.#agent, timeout: LIMIT_MS }
    const request = http.request({ ...target, path, method, headers: { ...fields, host } })
    request.on('timeout', () => request.destroy(new Error('no answer')))
    request.end(body)
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    return replyOf(response.statusCode ?? null, response.headers, await bodyOf(response))
  }

  async #overHttp2(
    { host, hostname }: Pick<URL, 'host' | 'hostname'>,
    path: string,
    method: string,
    fields: Record<string, string>,
    body?: Buffer,
  ): Promise<Reply> {
    const session = this.#sessionWith(hostname)
    const head = { ...fields, ':method': method, ':path': path, ':authority': host }
    const stream = session.request(head, { endStream: body === undefined })
    stream.setTimeout(LIMIT_MS, () => stream.destroy(new Error('no answer')))
    if (body !== undefined) stream.end(body)
    const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
    return replyOf(Number(headers[':status']), headers, await bodyOf(stream))
  }

  #sessionWith(host: string): http2.ClientHttp2Session {
    const known = this.#sessions.get(host)
    if (known !== undefined && !known.destroyed && !known.closed) return known
    const session = http2.connect(`https://${this.#address}:${PORTS.https}`, {
      ca: this.#ca,
      servername: host,
    })
    // Whoever waits for a stream of it hears of it.
    session.on('error', () => {})
    this.#sessions.set(host, session)
    return session
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const session of this.#sessions.values()) session.destroy()
    this.#agent.destroy()
  }
}

/** What came of it: a body that broke off when it was recorded breaks off again. */
async function bodyOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  return await buffer(stream).catch(() => Buffer.alloc(0))
}

function replyOf(status: number | null, headers: http.IncomingHttpHeaders, body: Buffer): Reply {
  return {
    status,
    mark: String(headers[REPLAY_FIELD] ?? ''),
    bodySha256: createHash('sha256').update(body).digest('hex'),
  }
}
