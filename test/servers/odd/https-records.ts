import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode, type Packet } from 'dns-packet'
import { httpsRecordHex } from '../../../lab/sandbox/site/https-record-hex.ts'
import type { HttpsRecordSpec } from '../../../lab/sandbox/site/site-spec.ts'

/** RFC 1035, 4.1.1. */
const AUTHORITATIVE = (1 << 10) | (1 << 7)
/** Type of an HTTPS record (RFC 9460, 14.2), which the library does not name. */
const HTTPS_TYPE = 'UNKNOWN_65'

export interface NamedHost {
  readonly address: string
  readonly httpsRecord?: HttpsRecordSpec
}

/** A name server that remembers what was asked. */
export interface NameServer extends AsyncDisposable {
  /** `HTTPS odd.test` since this was last called. */
  takeQuestions(): string[]
}

/** Serves addresses and HTTPS records on port 53; `port`: the one that URLs name, so that the record is of `_PORT._https.NAME`. */
export async function serveHttpsRecords(
  at: string,
  port: number,
  hosts: Readonly<Record<string, NamedHost>>,
): Promise<NameServer> {
  const socket = createSocket('udp4')
  let asked: string[] = []
  socket.on('message', (message, from) => {
    const query = decode(message)
    const question = query.questions?.[0]
    if (question === undefined) return
    const name = question.name.toLowerCase()
    const type = String(question.type) === HTTPS_TYPE ? 'HTTPS' : question.type
    asked.push(`${type} ${name}`)
    const host = hosts[name.replace(`_${port}._https.`, '')]
    const reply = {
      type: 'response',
      id: query.id,
      flags: AUTHORITATIVE | (host === undefined ? 3 : 0),
      questions: query.questions,
      answers: answersOf(question.name, type, host),
    } as Packet
    socket.send(encode(reply), from.port, from.address)
  })
  socket.bind(53, at)
  await once(socket, 'listening')
  return {
    takeQuestions() {
      const taken = asked
      asked = []
      return taken
    },
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

function answersOf(name: string, type: string, host: NamedHost | undefined): object[] {
  if (type === 'A' && host !== undefined) return [{ type, name, ttl: 300, data: host.address }]
  if (type !== 'HTTPS' || host?.httpsRecord === undefined) return []
  return [{ type: HTTPS_TYPE, name, ttl: 300, data: Buffer.from(httpsRecordHex(host.httpsRecord), 'hex') }]
}
