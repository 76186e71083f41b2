import { randomInt } from 'node:crypto'
import net from 'node:net'
import type { Resolution } from '../operation/resolver.ts'
import { encodeQuery, messageId, type Question, readReply } from './dns-message.ts'
import type { NameServer } from './name-server.ts'

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
  const parts: Buffer[] = []
  let receivedBytes = 0
  let wantedBytes = 2
  socket.on('data', (chunk: Buffer) => {
    parts.push(chunk)
    receivedBytes += chunk.byteLength
    // Put together twice at most, however small the pieces.
    while (receivedBytes >= wantedBytes) {
      const received = Buffer.concat(parts.splice(0))
      parts.push(received)
      const messageEnd = 2 + received.readUInt16BE(0)
      if (receivedBytes >= messageEnd) return answer(received.subarray(2, messageEnd))
      wantedBytes = messageEnd
    }
  })
  const answer = (message: Buffer): void => {
    const reply = messageId(message) === id ? readReply(message, question) : 'foreign'
    const isAnswer = reply !== 'foreign' && reply !== 'truncated'
    end(() =>
      answered(isAnswer ? reply : { answers: [], failure: 'dns_malformed', detail: `${reply} over TCP` }),
    )
  }
  socket.on('error', (error) => end(() => failed(error)))
  socket.on('close', () => end(() => failed(new Error('connection closed without an answer'))))
  socket.write(Buffer.concat([length, query]))
  return () => end(() => {})
}
