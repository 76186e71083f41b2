import type { Socket } from 'node:net'

const errors = new WeakMap<Socket, Error>()

/**
 * Remembers the errors of a socket from now on, and keeps one that comes between two operations from ending the process.
 * Node's `errored` stays null where TLS fails after the handshake.
 */
export function keepLastError(socket: Socket): void {
  socket.on('error', (error: Error) => errors.set(socket, error))
}

/** The last error of a socket since `keepLastError`; null: none. */
export function lastError(socket: Socket): Error | null {
  return errors.get(socket) ?? null
}
