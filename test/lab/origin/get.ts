import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { LIMITS } from '../../../crawler/network/limits.ts'
import { Http3Session } from '../../../crawler/quic/http3-session.ts'
import type { QuicStack } from '../../../crawler/quic/quic-stack.ts'
import { ANY_QUIC_STACK } from '../../servers/quic-stacks.ts'
import { PORTS } from './running-server.ts'

export interface Got {
  readonly status: number | null
  /** Lower-case names; a name that comes twice has its values joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The response had begun. `received`: what came of its body. */
export class BrokenOff extends Error {
  readonly status: number | null
  readonly received: Buffer

  constructor(status: number | null, received: Buffer, cause: unknown) {
    super('the response broke off', { cause })
    this.status = status
    this.received = received
  }
}

export interface Question {
  readonly address: string
  readonly host: string
  readonly path: string
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'OPTIONS'
  /** Beside the host. */
  readonly fields?: Readonly<Record<string, string>>
  /** Not over HTTP/3. */
  readonly body?: string
  readonly caFile: string
  /** Over HTTP/3; default: any that is there. */
  readonly quic?: QuicStack
}

/** Whole, over a connection of its own. */
export type Get = (question: Question) => Promise<Got>

const LIMIT_MS = 30_000

const getClear: Get = async ({ address, host, path, method = 'GET', fields, body }) => {
  const headers = { ...fields, host }
  const request = http.request({ host: address, port: PORTS.http, path, method, headers })
  return whole(request, body)
}

const getHttp1: Get = async ({ address, host, path, method = 'GET', fields, body, caFile }) => {
  const ca = await readFile(caFile)
  const target = { host: address, port: PORTS.https, servername: host, ca, ALPNProtocols: ['http/1.1'] }
  return whole(https.request({ ...target, path, method, headers: { ...fields, host }, agent: false }), body)
}

async function whole(request: http.ClientRequest, body?: string): Promise<Got> {
  request.setTimeout(LIMIT_MS, () => request.destroy(new Error('no answer')))
  request.end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const status = response.statusCode ?? null
  return { status, headers: flat(response.headers), body: await bodyOf(response, status) }
}

/** @throws BrokenOff with what came, where that is not all */
async function bodyOf(response: Readable, status: number | null): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response) chunks.push(chunk)
  } catch (error) {
    throw new BrokenOff(status, Buffer.concat(chunks), error)
  }
  return Buffer.concat(chunks)
}

const getHttp2: Get = async ({ address, host, path, method = 'GET', fields, body, caFile }) => {
  const session = await openHttp2({ address, host, caFile })
  try {
    const head = { ...fields, ':method': method, ':path': path, ':authority': host }
    const stream = session.request(head, { endStream: body === undefined })
    if (body !== undefined) stream.end(body)
    stream.setTimeout(LIMIT_MS, () => stream.destroy(new Error('no answer')))
    const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
    const status = Number(headers[':status'])
    return { status, headers: flat(headers), body: await bodyOf(stream, status) }
  } finally {
    session.destroy()
  }
}

/** With the peer's SETTINGS there. */
export async function openHttp2(
  target: Pick<Question, 'address' | 'host' | 'caFile'>,
): Promise<http2.ClientHttp2Session> {
  const ca = await readFile(target.caFile)
  const session = http2.connect(`https://${target.address}:${PORTS.https}`, { ca, servername: target.host })
  await once(session, 'remoteSettings')
  return session
}

const getHttp3: Get = async (question) => (await askHttp3(question)).got

/** With the server's transport parameters. */
export async function askHttp3(
  { address, host, path, method = 'GET', fields: further = {}, caFile, quic: given }: Question,
  port: number = PORTS.https,
): Promise<{ got: Got; transport: Readonly<Record<string, number | boolean>> }> {
  const chunks: Buffer[] = []
  const target = { address, port, family: 4, serverName: host } as const
  const stack = given ?? ANY_QUIC_STACK
  if (stack === null) throw new Error('there is no QUIC client for this platform')
  const clock = () => performance.now()
  await using session = new Http3Session({ stack, target, caFile, clock, limits: LIMITS })
  const { quic } = session
  const until = (done: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('no answer over QUIC')), LIMIT_MS)
      const look = (): void => {
        if (!done() && quic.failure === null) return
        clearTimeout(late)
        quic.watcher = null
        if (quic.failure) reject(new Error(`${quic.failure.failure}: ${quic.failure.detail}`))
        else resolve()
      }
      quic.watcher = look
      look()
    })
  quic.start()
  await until(() => quic.established)
  const fields = [
    [':method', method],
    [':scheme', 'https'],
    [':authority', host],
    [':path', path],
    ...Object.entries(further),
  ] as const
  const stream = session.request(fields, { add: (chunk) => chunks.push(Buffer.from(chunk)) === 0 })
  await until(() => stream.over)
  if (stream.failure) {
    const error = new Error(`${stream.failure.failure}: ${stream.failure.detail}`)
    throw stream.head === null ? error : new BrokenOff(stream.head.status, Buffer.concat(chunks), error)
  }
  const { parameters } = quic
  if (parameters === null || stream.head === null) throw new Error('no response')
  const headers: Record<string, string> = {}
  for (const [name, value] of stream.head.fields)
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  return {
    got: { status: stream.head.status, headers, body: Buffer.concat(chunks) },
    transport: parameters,
  }
}

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

export const GETS = { clear: getClear, 'http/1.1': getHttp1, h2: getHttp2, h3: getHttp3 } as const
