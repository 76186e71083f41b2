import { existsSync, rmSync } from 'node:fs'
import { threadId } from 'node:worker_threads'

// Loaded into each process of a worker: once the file is there, one of them takes memory outside of V8's heap until it ends, as
// native code does that keeps what a site sends.
const sign = process.env.PLANTED_GROWTH ?? ''
if (process.env.TOWLINE_WORKER !== undefined && threadId === 0) {
  const taken: Buffer[] = []
  setInterval(() => {
    if (taken.length === 0) {
      if (!existsSync(sign)) return
      rmSync(sign)
    }
    taken.push(Buffer.alloc(8 * 2 ** 20, 1))
  }, 50).unref()
}
