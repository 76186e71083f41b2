import dgram from 'node:dgram'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import dnsPacket, { type Answer, type DecodedPacket } from 'dns-packet'

export interface Asked {
  readonly name: string
  readonly type: string
  readonly over: 'udp' | 'tcp'
  readonly id: number
  /** How often this question was asked, this time included. */
  readonly time: number
}

/** What the server says; a function of what was asked. */
export interface Said {
  readonly answers?: readonly Answer[]
  readonly rcode?: number
  readonly truncated?: boolean
  readonly silent?: boolean
  /** Changes the encoded answer on its way out; several are sent in order. */
  readonly mangle?: (message: Buffer) => Buffer[]
}

export interface DnsServer extends AsyncDisposable {
  /** `127.0.0.1:PORT`, over UDP and TCP. */
  readonly address: string
  readonly asked: Asked[]
}

/** A name server on the loopback address. */
export async function serveDns(say: (asked: Asked) => Said): Promise<DnsServer> {
  const asked: Asked[] = []
  const respond = (query: Buffer, over: Asked['over']): Buffer[] => {
    const packet = dnsPacket.decode(query)
    const [question] = packet.questions ?? []
    if (question === undefined) return []
    const time = asked.filter(({ name, type }) => name === question.name && type === question.type).length + 1
    const one: Asked = { name: question.name, type: question.type, over, id: packet.id ?? 0, time }
    asked.push(one)
    const { silent = false, mangle = (message) => [message], ...said } = say(one)
    return silent ? [] : mangle(encode(packet, said))
  }
  const { udp, tcp, port } = await listen()
  udp.on('message', (query, from) => {
    for (const message of respond(query, 'udp')) udp.send(message, from.port, from.address)
  })
  tcp.on('connection', (socket) => {
    socket.on('error', () => {})
    socket.once('data', (data: Buffer) => {
      for (const message of respond(data.subarray(2), 'tcp')) {
        const length = Buffer.alloc(2)
        length.writeUInt16BE(message.byteLength)
        // In two parts, so that a reader must put them together.
        socket.write(Buffer.concat([length, message.subarray(0, 5)]))
        setTimeout(() => socket.write(message.subarray(5)), 5)
      }
    })
  })
  return {
    address: `127.0.0.1:${port}`,
    asked,
    async [Symbol.asyncDispose]() {
      udp.close()
      tcp.close()
    },
  }
}

function encode(
  { id, questions }: DecodedPacket,
  { answers = [], rcode = 0, truncated = false }: Said,
): Buffer {
  const flags =
    dnsPacket.RECURSION_DESIRED |
    dnsPacket.RECURSION_AVAILABLE |
    (truncated ? dnsPacket.TRUNCATED_RESPONSE : 0)
  return dnsPacket.encode({
    type: 'response',
    id: id ?? 0,
    flags: flags | rcode,
    questions: questions ?? [],
    answers: truncated ? [] : [...answers],
  })
}

/** The same free port for both: one is drawn for UDP until TCP has it too. */
async function listen(): Promise<{ udp: dgram.Socket; tcp: net.Server; port: number }> {
  for (;;) {
    const udp = dgram.createSocket('udp4')
    udp.bind(0, '127.0.0.1')
    await once(udp, 'listening')
    const { port } = udp.address()
    const tcp = net.createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      tcp.once('listening', () => resolve(true)).once('error', () => resolve(false))
      tcp.listen(port, '127.0.0.1')
    })
    if (isFree) return { udp, tcp, port: (tcp.address() as AddressInfo).port }
    udp.close()
  }
}
