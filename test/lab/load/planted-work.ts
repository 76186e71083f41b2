import { createHash } from 'node:crypto'

/** CPU time of `work`, ms: so much that caches which it leaves cold, up to 0.7 ms of a request, hardly count. */
export const WORK_CPU_MS = 20

const BYTES = Buffer.alloc(10_000)

/** Takes the same CPU time each time, however fast the machine is just then. */
export function work(): void {
  const before = process.cpuUsage()
  let usedMs = 0
  while (usedMs < WORK_CPU_MS) {
    createHash('sha512').update(BYTES).digest()
    const { user, system } = process.cpuUsage(before)
    usedMs = (user + system) / 1_000
  }
}
