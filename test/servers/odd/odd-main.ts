import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import type { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { type QuicServer, serveQuic } from '../../../lab/sandbox/zoo/quic-server.ts'
import type { WebRequest, WebResponse } from '../web.ts'
import type { LoggedExchange, OddExchange } from './exchange.ts'
import type { OddListener } from './odd-server.ts'
import { answerOddly } from './odd-site.ts'
import { behaviourOf } from './over-quic.ts'
import { exchangeOverTcp } from './over-tcp.ts'

/** The program of an odd server: told where to listen by its parent, and asked for its log. */
let log: LoggedExchange[] = []
process.on('disconnect', () => process.exit())
try {
  // What waits for a processor is late, and the log with it.
  setPriority(-15)
} catch {
  // The right to is root's; others take what they get.
}
process.once('message', async (listeners: OddListener[]) => {
  for (const listener of listeners) await listen(listener)
  process.on('message', () => {
    process.send?.(log)
    log = []
  })
  process.send?.('listening')
})

async function listen({ address, port, key, cert }: OddListener): Promise<void> {
  const take = (exchange: OddExchange): void => {
    log.push(exchange.log)
    void answerOddly(exchange)
  }
  const secure = createSecureServer(
    { key, cert, allowHTTP1: true },
    (request: WebRequest, response: WebResponse) => take(exchangeOverTcp(request, response)),
  )
  for (const event of ['connection', 'secureConnection'])
    secure.on(event, (socket: Socket) => {
      // The end of a body would else wait for an ACK that is delayed by 40 ms.
      socket.setNoDelay(true)
      // A browser that is killed resets its connections.
      socket.on('error', () => {})
    })
  secure.listen(port, address)
  await once(secure, 'listening')
  const behaviour = behaviourOf(take, (forMs) => quic.loseAll(forMs))
  const quic: QuicServer = await serveQuic({ address, port, key, cert, behaviour })
}
