import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Latencies, latenciesOf } from '../server/latencies.ts'

const TIMES = 100
/** What a commit of a few records writes. */
const BYTES = 16_384

/** How long this disk takes to keep a small write for good: it bounds what one commit after the other can do. */
export async function syncTime(folder: string, clock: () => number): Promise<Latencies> {
  await using file = await open(join(folder, 'sync'), 'w')
  const bytes = Buffer.alloc(BYTES, 1)
  const timesMs: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const startMs = clock()
    await file.write(bytes)
    await file.datasync()
    timesMs.push(clock() - startMs)
  }
  return latenciesOf(timesMs)
}
