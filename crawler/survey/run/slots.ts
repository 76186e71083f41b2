/** Admits at most so many holders per key at once, the others in the order in which they came. */
export interface Slots {
  /** Resolves when a slot of `key` is free; dispose what it resolves to. Rejects with the signal's reason. */
  acquire(key: string, signal: AbortSignal): Promise<Disposable>
  /** Keys that are held at this moment. Keys that nobody holds take no memory. */
  readonly size: number
}

interface Queue {
  held: number
  /** A Set keeps the order of arrival and lets one leave from the middle. */
  readonly waiting: Set<() => void>
}

/** `limit` holders per key, for instance two sites per address (CRW-4). */
export function slots(limit: number): Slots {
  if (!Number.isInteger(limit) || limit < 1)
    throw new RangeError(`at least one slot per key is needed, not ${limit}`)
  const queues = new Map<string, Queue>()

  function holder(key: string, queue: Queue): Disposable {
    let released = false
    return {
      [Symbol.dispose]() {
        if (released) return
        released = true
        const [next] = queue.waiting
        if (next !== undefined) {
          // The slot goes from hand to hand: `held` stays as it is, so nobody can come in between.
          queue.waiting.delete(next)
          next()
          return
        }
        queue.held -= 1
        if (queue.held === 0) queues.delete(key)
      },
    }
  }

  return {
    get size() {
      return queues.size
    },
    acquire(key, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const queue = queues.get(key) ?? { held: 0, waiting: new Set() }
        queues.set(key, queue)
        if (queue.held < limit) {
          queue.held += 1
          return resolve(holder(key, queue))
        }
        const admit = (): void => {
          signal.removeEventListener('abort', leave)
          resolve(holder(key, queue))
        }
        const leave = (): void => {
          queue.waiting.delete(admit)
          reject(signal.reason)
        }
        queue.waiting.add(admit)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
