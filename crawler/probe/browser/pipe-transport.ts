import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer'

/**
 * DevTools protocol over a pair of pipes (`--remote-debugging-pipe`): messages in JSON, each ended by a NUL. No port is
 * open that a page could talk to, and a browser whose pipe closes ends by itself.
 */
export function pipeTransport(toBrowser: Writable, fromBrowser: Readable): ConnectionTransport {
  let partial: Buffer[] = []
  let closed = false
  const transport: ConnectionTransport = {
    send(message) {
      if (!closed) toBrowser.write(`${message}\0`)
    },
    close() {
      closed = true
      toBrowser.destroy()
      fromBrowser.destroy()
    },
  }
  fromBrowser.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      const message = Buffer.concat([...partial, chunk.subarray(from, end)]).toString()
      partial = []
      from = end + 1
      if (!closed) transport.onmessage?.(message)
    }
    if (from < chunk.length) partial.push(chunk.subarray(from))
  })
  fromBrowser.on('close', () => {
    closed = true
    transport.onclose?.()
  })
  // A browser that ends breaks the pipes; 'close', which follows, reports it.
  fromBrowser.on('error', () => {})
  toBrowser.on('error', () => {})
  return transport
}
