import { createHash } from 'node:crypto'

const BYTES = Buffer.alloc(1_000_000)

/** The same work each time: some milliseconds on a core. */
export function work(): void {
  createHash('sha512').update(BYTES).digest()
}

/** CPU time of it, ms; the kernel counts some of it in steps, which so many hide. */
export function workCpuMs(times = 1_000): number {
  const before = process.cpuUsage()
  for (let n = 0; n < times; n += 1) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / times
}
