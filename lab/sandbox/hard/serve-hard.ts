import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { HardAnswer } from './shape/hard-answer.ts'
import { encoded } from './shape/hard-body.ts'

/** Numbers from 0 to below 1. */
type Rng = () => number

export class HardServer {
  readonly #answers: ReadonlyMap<string, HardAnswer>
  readonly #rng: Rng
  /** Encodings of bodies that are always the same. */
  readonly #encoded = new Map<HardAnswer, Buffer>()

  constructor(answers: readonly HardAnswer[], rng: Rng) {
    this.#answers = new Map(answers.map((answer) => [`${withoutPort(answer.host)}${answer.path}`, answer]))
    this.#rng = rng
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = withoutPort(request.headers.host ?? '')
    const { pathname } = new URL(request.url ?? '/', 'https://host')
    const answer = this.#answers.get(`${host}${pathname.replaceAll(/\/[0-9a-f]{16}(?=\/|$)/g, '/{id}')}`)
    allowOrigin(request, response)
    const sent = createHash('sha256')
    for await (const piece of request) sent.update(piece)
    if (answer === undefined) return void response.writeHead(404).end('not found\n')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const fill = this.#filler(request, sent.digest('hex'))
    const body = this.#body(answer, fill)
    const { thinkMs = 0, spreadFraction = 0.2 } = answer
    if (thinkMs > 0) await delay(thinkMs * (1 + spreadFraction * (2 * this.#rng() - 1)))
    await send(request, response, answer, body, fill)
  }

  /** Fills what differs from request to request in a text. */
  #filler(request: IncomingMessage, sent: string): Fill {
    const id = Array.from({ length: 16 }, () => Math.floor(this.#rng() * 16).toString(16)).join('')
    const values = { id, now: String(Date.now()), sent, cookie: request.headers.cookie ?? 'none' }
    return (text) =>
      text.replaceAll(/\{(id|now|sent|cookie)\}/g, (_, name: keyof typeof values) => values[name])
  }

  #body(answer: HardAnswer, fill: Fill): Buffer {
    const made = this.#encoded.get(answer)
    if (made !== undefined) return made
    const { coding } = answer
    const body = typeof answer.body === 'function' ? answer.body() : (answer.body ?? '')
    if (typeof body === 'string' && fill(body) !== body) return encoded(Buffer.from(fill(body)), coding)
    const ready = encoded(Buffer.from(body), coding)
    this.#encoded.set(answer, ready)
    return ready
  }
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

type Fill = (text: string) => string

/** Fields that CORS asks for; answers to other requests have none of it. */
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.origin === undefined) return
  response.setHeader('access-control-allow-origin', headers.origin)
  response.setHeader('access-control-allow-credentials', 'true')
  response.setHeader('vary', 'origin')
  if (headers['access-control-request-method'] === undefined) return
  response.setHeader('access-control-allow-methods', headers['access-control-request-method'])
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '')
}

async function send(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  answer: HardAnswer,
  body: Buffer,
  fill: Fill,
): Promise<void> {
  const { status = 200, contentType, coding, pieces = 1, pauseMs = 0, isTagged, fault } = answer
  if (fault === 'reset') return void response.socket?.resetAndDestroy()
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, fill(value))
  if (contentType !== undefined) response.setHeader('content-type', contentType)
  if (coding !== undefined) response.setHeader('content-encoding', coding)
  if (isTagged === true) response.setHeader('etag', TAG)
  if (isTagged === true && headers['if-none-match'] === TAG) return void response.writeHead(304).end()
  response.statusCode = status
  if (status === 204 || method === 'HEAD') return void response.end()
  if (fault === 'truncated') {
    response.setHeader('content-length', body.length)
    response.write(body.subarray(0, body.length / 2), () => response.socket?.end())
    return
  }
  if (pieces === 1) return void response.end(body)
  const size = Math.ceil(body.length / pieces)
  for (let start = 0; start < body.length; start += size) {
    if (start > 0) await delay(pauseMs)
    response.write(body.subarray(start, start + size))
  }
  response.end()
}

const TAG = '"1"'
