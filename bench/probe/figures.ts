import type { LoadSample } from './contender.ts'
import { type CpuReading, cpuUntil } from './counted-run.ts'

export interface ProbeRun {
  readonly contender: string
  /** From 0. */
  readonly round: number
  readonly wanted: number
  readonly pauseMs: number
  readonly samples: readonly LoadSample[]
  /** From the start of its program to its end. */
  readonly wallMs: number
  readonly cpu: readonly CpuReading[]
}

/** The figures of a run, all but `startUpMs` of the time from the start of its first load to the start of its last. */
export interface Figures {
  readonly samplesPerMinute: number
  /** From one load's start to the next, without the page's own time (PLT) and the pause; mean, milliseconds. */
  readonly overheadMs: number
  /** CPU-seconds of the contender and all that it has started; null where they could not be read. */
  readonly cpuSPerSample: number | null
  readonly pltMs: number
  /** Standard deviation of PLT divided by its mean. */
  readonly pltVariation: number
  /** From the start of the program to that of its first load that counts, milliseconds. */
  readonly startUpMs: number
}

/** Null where fewer than two loads count. */
export function probeFigures({ samples, pauseMs, cpu }: ProbeRun): Figures | null {
  const [first] = samples
  const last = samples.at(-1)
  const start = cpu[0]
  if (first === undefined || last === undefined || start === undefined || samples.length < 2) return null
  const spanMs = last.startedAtMs - first.startedAtMs
  const loads = samples.length - 1
  const waitedMs = samples.slice(0, -1).reduce((sum, { pltMs }) => sum + pltMs, 0)
  const [cpuFirst, cpuLast] = [cpuUntil(cpu, first.startedAtMs), cpuUntil(cpu, last.startedAtMs)]
  const plts = samples.map(({ pltMs }) => pltMs)
  return {
    samplesPerMinute: (60_000 * loads) / spanMs,
    overheadMs: (spanMs - waitedMs) / loads - pauseMs,
    cpuSPerSample: cpuFirst === null || cpuLast === null ? null : (cpuLast - cpuFirst) / loads / 1_000,
    pltMs: meanOf(plts),
    pltVariation: deviationOf(plts) / meanOf(plts),
    startUpMs: first.startedAtMs - start.atMs,
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Of a sample: divided by n − 1. */
function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values)
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1))
}
