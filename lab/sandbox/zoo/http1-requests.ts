import type { Socket } from 'node:net'
import type { BehaviourSpec } from '../site/site-spec.ts'
import { ENDLESS_ROBOTS, robotsBomb } from './bombs.ts'
import { pour } from './pour.ts'

const MAX_HEAD_BYTES = 64 * 1024

/** Answers a request for /robots.txt; by default it gets a quick 404, so that the fault shows on the page. */
const ROBOTS_FAULTS: Readonly<Record<string, (socket: Socket) => void>> = {
  bomb: (socket) => respond(socket, { body: robotsBomb() }),
  endless: (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n')
    pour(socket, ENDLESS_ROBOTS)
  },
  silent: () => {},
  closed: (socket) => socket.destroy(),
  truncated: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nUser-agent: *\n'),
}

/** The fault named by `robots` in a behaviour; null where it is healthy. */
export function robotsFault({ name, robots }: BehaviourSpec): ((socket: Socket) => void) | null {
  if (robots === undefined) return null
  const fault = ROBOTS_FAULTS[String(robots)]
  if (!fault) throw new Error(`zoo: ${name} has no robots.txt that is '${String(robots)}'`)
  return fault
}

/** Reads requests one after the other. Each goes to `answer` with its path, but for /robots.txt. */
export function serveRequests(
  socket: Socket,
  answer: (path: string) => void,
  robots: ((socket: Socket) => void) | null = null,
): void {
  let head = ''
  socket.on('data', (chunk: Buffer) => {
    head += chunk.toString('latin1')
    for (let end = head.indexOf('\r\n\r\n'); end >= 0; end = head.indexOf('\r\n\r\n')) {
      const path = head.slice(0, end).split(' ', 2)[1] ?? '/'
      head = head.slice(end + 4)
      if (path === '/robots.txt' && robots !== null) robots(socket)
      else if (path === '/robots.txt') respond(socket, { status: '404 Not Found', body: 'no rules\n' })
      else answer(path)
    }
    if (head.length > MAX_HEAD_BYTES) socket.destroy()
  })
}

export function respond(
  socket: Socket,
  {
    status = '200 OK',
    headers = {},
    body = '',
  }: { status?: string; headers?: Record<string, string>; body?: string | Buffer },
): void {
  const fields = { 'content-length': String(Buffer.byteLength(body)), server: 'zoo', ...headers }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`, 'latin1')
  if (body.length > 0) socket.write(body)
}

export const PAGE = '<!doctype html><title>zoo</title><p>A page like any other.\n'

/** A healthy answer. */
export function respondWithPage(socket: Socket, headers: Record<string, string> = {}): void {
  respond(socket, { headers: { 'content-type': 'text/html', ...headers }, body: PAGE })
}
