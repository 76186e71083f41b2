import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to an answer: an error of the server, one of a proxy that knows no JSON, nothing at all, a broken line. */
export type Fault = 'fails' | 'fails-without-json' | 'waits' | 'breaks'

export interface FaultyFront extends AsyncDisposable {
  readonly url: string
  /** Requests whose path it matches meet the fault, until they are healed. */
  spoil(path: RegExp, fault: Fault): void
  /** From now on all is well; answers that wait are given. */
  heal(): void
}

/** A server in front of the dashboard's, which passes on what it is not told to spoil. */
export async function openFaultyFront(target: string): Promise<FaultyFront> {
  let spoiled: { readonly path: RegExp; readonly fault: Fault } | null = null
  let waiting: (() => void)[] = []
  const server = createServer((asked, answer) => {
    const fault = spoiled?.path.test(asked.url ?? '') ? spoiled.fault : null
    if (fault === null) passOn(target, asked, answer)
    else if (fault === 'waits') waiting.push(() => passOn(target, asked, answer))
    else if (fault === 'breaks') asked.socket.destroy()
    else if (fault === 'fails')
      answer
        .writeHead(500, { 'Content-Type': 'application/json' })
        .end('{"error":"internal","message":"A fault in towline: it has been logged."}')
    else answer.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spoil(path, fault) {
      spoiled = { path, fault }
    },
    heal() {
      spoiled = null
      for (const go of waiting) go()
      waiting = []
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function passOn(target: string, asked: IncomingMessage, answer: ServerResponse): void {
  const sent = request(target + (asked.url ?? ''), { method: asked.method, headers: asked.headers })
  sent.on('response', (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(answer)
  })
  // The visitor left, or the target is closing at the end of a test: nobody is there to be told.
  sent.on('error', () => answer.destroy())
  asked.pipe(sent)
}
