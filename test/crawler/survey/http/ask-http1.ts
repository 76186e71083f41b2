import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { openHttp1 } from '../../../../crawler/survey/http/http1.ts'
import type { SurveyContext } from '../../../../crawler/survey/operation/context.ts'
import { tcp } from '../../../../crawler/survey/tcp/tcp.ts'
import type { HttpResult, OperationRow } from '../../../../model/operation.ts'
import { serveStream } from '../../../servers/stream.ts'
import { endpoint, surveyContext } from '../../../servers/survey-context.ts'

/** What a server does with each request. */
export type Handle = (socket: Socket, request: string) => void

export interface Asked {
  readonly rows: OperationRow<HttpResult>[]
  readonly row: OperationRow<HttpResult>
  readonly requests: string[]
  readonly usable: boolean
}

/** GETs the paths one after another on one connection to a server that does what `handle` says with each request. */
export async function ask(
  handle: Handle,
  paths = ['/'],
  context: SurveyContext = surveyContext(),
  connected: (socket: Socket) => void = () => {},
): Promise<Asked> {
  const requests: string[] = []
  await using server = await serveStream((socket) => {
    socket.on('data', (data) => {
      requests.push(data.toString('latin1'))
      handle(socket, data.toString('latin1'))
    })
  })
  const target = endpoint(server.port, { scheme: 'http' })
  const { socket } = await tcp(target, context)
  assert.ok(socket !== null)
  connected(socket)
  const rows: OperationRow<HttpResult>[] = []
  let usable: boolean
  {
    await using connection = openHttp1(socket, target, context)
    for (const path of paths) rows.push(await connection.get(path))
    usable = connection.usable
  }
  assert.ok(socket.destroyed, 'the socket is closed when the connection is disposed')
  return { rows, row: rows.at(-1) as OperationRow<HttpResult>, requests, usable }
}

export const write =
  (text: string): Handle =>
  (socket) =>
    socket.write(text, 'latin1')
export const end =
  (text: string): Handle =>
  (socket) =>
    socket.end(text, 'latin1')

/** Sends a head, then a body byte by byte. */
export const drip: Handle = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n')
  const timer = setInterval(() => socket.write('a'), 20)
  socket.on('close', () => clearInterval(timer))
}
