import { randomInt } from 'node:crypto'
import net from 'node:net'
import { encodeQuery, messageId, type Question, readReply } from './dns-message.ts'
import type { NameServer } from './name-server.ts'
import type { Resolution } from './resolver.ts'

/**
 * Asks one name server over a TCP connection of its own (RFC 7766), for answers that do not fit a datagram.
 * Exactly one of the two is called, unless the returned function was called before.
 */
export function askOverTcp(
  server: NameServer,
  question: Question,
  answered: (resolution: Resolution) => void,
  failed: (error: Error) => void,
): () => void {
  const id = randomInt(0x10000)
  const query = encodeQuery(id, question)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(query.byteLength)
  const socket = net.connect({ host: server.address, port: server.port, family: server.family })
  let ended = false
  const end = (finish: () => void) => {
    if (ended) return
    ended = true
    socket.destroy()
    finish()
  }
  let received = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    if (received.byteLength < 2 || received.byteLength < 2 + received.readUInt16BE(0)) return
    const message = received.subarray(2, 2 + received.readUInt16BE(0))
    const reply = messageId(message) === id ? readReply(message, question) : 'foreign'
    const isAnswer = reply !== 'foreign' && reply !== 'truncated'
    end(() =>
      answered(isAnswer ? reply : { answers: [], failure: 'dns_malformed', detail: `${reply} over TCP` }),
    )
  })
  socket.on('error', (error) => end(() => failed(error)))
  socket.on('close', () => end(() => failed(new Error('connection closed without an answer'))))
  socket.write(Buffer.concat([length, query]))
  return () => end(() => {})
}
