import { randomInt } from 'node:crypto'
import dgram from 'node:dgram'
import { type DnsReply, encodeQuery, messageId, type Question, readReply } from './dns-message.ts'
import type { NameServer } from './name-server.ts'

/** Sockets in use at a time for one server: each has its own receive buffer and source port. */
const SOCKETS = 4
/** A socket, and with it its source port, is given up after so many questions: both must be guessed (RFC 5452, 9). */
const QUESTIONS_PER_SOCKET = 2_000

interface Asking {
  readonly question: Question
  readonly answered: (reply: Exclude<DnsReply, 'foreign'>) => void
  readonly failed: (error: Error) => void
}

interface Port {
  readonly socket: dgram.Socket
  readonly asking: Map<number, Asking>
  send(message: Buffer, failed: (error: Error) => void): void
  asked: number
}

/** Asks one name server over UDP, through a few sockets that many questions share. */
export class UdpExchange implements Disposable {
  readonly #server: NameServer
  readonly #ports: Port[] = []
  readonly #retired = new Set<Port>()
  #next = 0
  #closed = false

  constructor(server: NameServer) {
    this.#server = server
  }

  /** Sends the question; exactly one of the two is called, at most once, unless the returned function was before. */
  ask(question: Question, answered: Asking['answered'], failed: Asking['failed']): () => void {
    if (this.#closed) {
      failed(new Error('the resolver is closed'))
      return () => {}
    }
    const port = this.#nextPort()
    let id = randomInt(0x10000)
    while (port.asking.has(id)) id = randomInt(0x10000)
    port.asked += 1
    port.asking.set(id, { question, answered, failed })
    port.send(encodeQuery(id, question), (error) => port.asking.get(id)?.failed(error))
    return () => {
      port.asking.delete(id)
      if (port.asking.size === 0 && this.#retired.has(port)) this.#close(port)
    }
  }

  /** Questions still under way fail. */
  [Symbol.dispose](): void {
    this.#closed = true
    for (const port of [...this.#ports, ...this.#retired]) {
      this.#close(port)
      failAll(port, new Error('the resolver is closed'))
    }
    this.#ports.length = 0
  }

  #nextPort(): Port {
    const index = this.#next++ % SOCKETS
    const current = this.#ports[index]
    if (current !== undefined && current.asked < QUESTIONS_PER_SOCKET) return current
    if (current !== undefined) {
      if (current.asking.size === 0) current.socket.close()
      else this.#retired.add(current)
    }
    const fresh = this.#open()
    this.#ports[index] = fresh
    return fresh
  }

  #open(): Port {
    const socket = dgram.createSocket(this.#server.family === 4 ? 'udp4' : 'udp6')
    // Node binds and connects in a later turn, and sends nothing before.
    let connected = false
    const port: Port = {
      socket,
      asking: new Map(),
      asked: 0,
      send: (message, failed) => {
        const send = () => socket.send(message, (error) => error !== null && failed(error))
        if (connected) send()
        else socket.once('connect', send)
      },
    }
    socket.setMaxListeners(0)
    socket.once('connect', () => {
      connected = true
    })
    socket.on('message', (message) => {
      const id = messageId(message)
      const asking = id === null ? undefined : port.asking.get(id)
      if (asking === undefined) return
      const reply = readReply(message, asking.question)
      if (reply !== 'foreign') asking.answered(reply)
    })
    // A connected socket gets ICMP's word that nobody listens there.
    socket.on('error', (error) => {
      // One that could not even be connected is not asked again.
      if (!connected) port.asked = QUESTIONS_PER_SOCKET
      failAll(port, error)
    })
    // The kernel lets through only what comes from the server's own address and port.
    socket.connect(this.#server.port, this.#server.address)
    return port
  }

  #close(port: Port): void {
    this.#retired.delete(port)
    port.socket.close()
  }
}

function failAll({ asking }: Port, error: Error): void {
  for (const each of [...asking.values()]) each.failed(error)
}
