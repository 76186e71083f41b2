import { LOAD_PROTOCOLS, type LoadProtocol } from '../../model/load-second.ts'
import { openBenchLab } from './bench-lab.ts'

export interface PageUserTimesOptions {
  readonly cacheDir: string
  readonly page: string
  readonly rttMs: number
  readonly loads: number
  readonly signal: AbortSignal
}

/** Page times of one page user who opens new connections for each page, ms, by arm; the first page does not count. */
export async function pageUserTimes(options: PageUserTimesOptions): Promise<Map<LoadProtocol, number[]>> {
  const { loads, ...rest } = options
  await using bench = await openBenchLab({ ...rest, servers: ['towline'] })
  const times = new Map<LoadProtocol, number[]>()
  for (const arm of LOAD_PROTOCOLS) {
    await bench.lab.serve('towline', 1)
    const one = { ramp: [{ atMs: 0, users: 1 }], connections: 'fresh', durationMs: LONG_MS } as const
    // As in Chromium, whose first loads are warm-ups.
    await bench.load(arm, () => ({ ...one, pagesPerUser: 1 }))
    const seconds = await bench.load(arm, () => ({ ...one, pagesPerUser: loads, thinkMs: PAUSE_MS }))
    const us = seconds.flatMap(({ pageTimesUs }) =>
      pageTimesUs.flatMap(([time, pages]) => new Array<number>(pages).fill(time)),
    )
    times.set(
      arm,
      us.map((time) => time / 1_000),
    )
  }
  return times
}

const PAUSE_MS = 100
const LONG_MS = 600_000
