import assert from 'node:assert/strict'
import { before } from 'node:test'
import tlsModule, { type TLSSocket } from 'node:tls'
import { openHttp2 } from '../../../../crawler/survey/http/http2.ts'
import type { SurveyContext } from '../../../../crawler/survey/operation/context.ts'
import { tcp } from '../../../../crawler/survey/tcp/tcp.ts'
import { tls } from '../../../../crawler/survey/tls/tls.ts'
import type { FailureCode } from '../../../../model/failure-codes.ts'
import type { Http2Result, OperationRow } from '../../../../model/operation.ts'
import { type Authority, type KeyPair, makeAuthority } from '../../../servers/certificates.ts'
import { frame, headerBlock, headers, settings, TYPE } from '../../../servers/h2-frames.ts'
import { serveTls } from '../../../servers/stream.ts'
import { AT_ONCE_MS, endpoint, hurried, surveyContext } from '../../../servers/survey-context.ts'

let authority: Authority
let leaf: KeyPair

before(async () => {
  authority = makeAuthority()
  leaf = authority.leaf({ altNames: 'DNS:site.test' })
})

/** Key and certificate of `site.test`. */
export const pair = (): KeyPair => leaf

/** A visit's context that trusts the authority of `site.test`. */
export const trusting = (changes: Partial<SurveyContext> = {}) =>
  surveyContext({ secureContext: tlsModule.createSecureContext({ ca: authority.ca }), ...changes })

export interface Asked {
  readonly rows: OperationRow<Http2Result>[]
  readonly row: OperationRow<Http2Result>
  readonly usable: boolean
}

export async function askPort(
  port: number,
  paths: readonly string[],
  context: SurveyContext,
): Promise<Asked> {
  const target = endpoint(port)
  const { socket } = await tcp(target, context)
  assert.ok(socket !== null)
  const secured = await tls(socket, target, ['h2'], context)
  assert.ok(secured.socket !== null, `${secured.row.failure}: ${secured.row.detail}`)
  const rows: OperationRow<Http2Result>[] = []
  let usable: boolean
  {
    await using connection = openHttp2(secured.socket, target, context)
    for (const path of paths) rows.push(await connection.get(path))
    usable = connection.usable
  }
  assert.ok(secured.socket.destroyed, 'the socket is closed when the connection is disposed')
  return { rows, row: rows.at(-1) as OperationRow<Http2Result>, usable }
}

/** GETs `/` of a server that writes its frames by hand: `handle` gets the connection once the request is there. */
export async function ask(
  handle: (socket: TLSSocket, reset: () => void) => void,
  context = trusting(),
): Promise<Asked> {
  await using server = await serveTls({ ...pair(), ALPNProtocols: ['h2'] }, (socket, reset) => {
    socket.once('data', () => handle(socket, reset))
  })
  return await askPort(server.port, ['/'], context)
}

export const write =
  (...frames: (Buffer | string)[]) =>
  (socket: TLSSocket) => {
    for (const each of frames) socket.write(each)
  }
export const end =
  (...frames: Buffer[]) =>
  (socket: TLSSocket) =>
    socket.end(Buffer.concat(frames))

export const SETTINGS = settings()
export const OK = headers(1, 0, headerBlock())
export const data = (text: string, flags = 0) => frame(TYPE.data, flags, 1, Buffer.from(text))

/** What a server does, the failure that it is, and the status that came before it. */
export type Fault = readonly [
  what: string,
  failure: FailureCode,
  handle: Parameters<typeof ask>[0],
  status: number | null,
]

/** Asks a server with this fault for `/`: the row has the failure and what came before it. */
export async function assertFault([, failure, handle, status]: Fault): Promise<void> {
  const late = { http_timeout: 'httpHeadersMs', http_body_timeout: 'httpBodyMs' } as const
  const timeouts = failure in late ? hurried(late[failure as keyof typeof late]) : hurried()
  const { row, usable } = await ask(handle, trusting({ timeouts }))
  assert.equal(row.failure, failure, `${row.failure}: ${row.detail}`)
  assert.equal(row.result?.status ?? null, status)
  assert.equal(usable, false)
  assert.ok((row.durationMs ?? 0) < AT_ONCE_MS, `${row.durationMs} ms`)
}
