import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of a connection that wait for their turn. No browser and no common proxy sends a second one ahead. */
export const MOST_PIPELINED = 16

/**
 * A listener that answers the requests of a connection one after another: the next is looked at when the one before has been
 * handed to the system. Node begins with all that have arrived, 1,400 in one segment. A connection with more than
 * `mostPipelined` unanswered ones is closed, as RFC 9112, 9.3.2 and 9.6 let a server do.
 *
 * @param onRefused called for each connection that is closed for it
 */
export function inTurn(
  listener: RequestListener,
  onRefused: () => void,
  mostPipelined = MOST_PIPELINED,
): RequestListener {
  const queues = new WeakMap<Socket, (() => void)[]>()
  return (request, response) => {
    const { socket } = request
    // Closed for its pipelining, or by its client: the rest of what had arrived is dropped.
    if (socket.destroyed) return
    const queue = queues.get(socket)
    const answer = (): void => {
      response.once('close', () => advance(socket))
      listener(request, response)
    }
    if (queue === undefined) {
      queues.set(socket, [])
      answer()
    } else if (queue.length >= mostPipelined) {
      onRefused()
      socket.destroy()
    } else queue.push(answer)
  }

  function advance(socket: Socket): void {
    const next = socket.destroyed ? undefined : queues.get(socket)?.shift()
    if (next === undefined) queues.delete(socket)
    else next()
  }
}
