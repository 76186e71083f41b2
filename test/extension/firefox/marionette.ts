import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Firefox's own remote control: unlike WebDriver BiDi it may open pages of an extension. */
export interface Marionette extends AsyncDisposable {
  /** One command; rejects with what Firefox says against it. */
  send(command: string, parameters?: Record<string, unknown>): Promise<unknown>
}

/** Connects as soon as Firefox listens. Messages are `LENGTH:[type, id, command or error, parameters or result]`. */
export async function openMarionette(port: number, signal: AbortSignal): Promise<Marionette> {
  const socket = await listening(port, signal)
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let received = Buffer.alloc(0)
  let lastId = 0
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(':')
      const length = Number(received.subarray(0, colon).toString())
      if (colon === -1 || received.length < colon + 1 + length) return
      const message = JSON.parse(received.subarray(colon + 1, colon + 1 + length).toString())
      received = received.subarray(colon + 1 + length)
      if (Array.isArray(message)) settle(message as [number, number, { message: string } | null, unknown])
    }
  })
  socket.on('close', () => {
    for (const { reject } of pending.values()) reject(new Error('Firefox has closed the connection'))
  })

  function settle([, id, error, result]: [number, number, { message: string } | null, unknown]): void {
    const waiting = pending.get(id)
    pending.delete(id)
    if (error) waiting?.reject(new Error(error.message))
    else waiting?.resolve(result)
  }

  return {
    send(command, parameters = {}) {
      const id = ++lastId
      const text = JSON.stringify([0, id, command, parameters])
      const answer = Promise.withResolvers<unknown>()
      pending.set(id, answer)
      socket.write(`${Buffer.byteLength(text)}:${text}`)
      return answer.promise
    },
    async [Symbol.asyncDispose]() {
      socket.destroy()
    },
  }
}

async function listening(port: number, signal: AbortSignal): Promise<Socket> {
  for (;;) {
    signal.throwIfAborted()
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect', { signal })
      return socket
    } catch {
      // It has not started yet.
      socket.destroy()
      await sleep(100)
    }
  }
}
