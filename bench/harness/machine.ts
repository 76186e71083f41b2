import { cpus, loadavg, release, totalmem } from 'node:os'

export interface Machine {
  readonly cores: number
  readonly cpuModel: string
  readonly memoryGiB: number
  readonly kernel: string
  readonly node: string
  /** Load average of the minute before. */
  readonly loadBefore: number
}

/** From here on something else is running that takes a share of the cores. */
const BUSY_LOAD = 0.5

export function machine(): Machine {
  const [first] = cpus()
  return {
    cores: cpus().length,
    cpuModel: first?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    loadBefore: loadavg()[0] ?? 0,
  }
}

/** The machine as it is before a benchmark; warns where it is not idle. */
export function measuredOn(warn: (line: string) => void): Machine {
  const measured = machine()
  const warning = busyWarning(measured)
  if (warning !== null) warn(warning)
  return measured
}

/** A warning where the machine is not idle; null where it is. */
export function busyWarning({ loadBefore }: Machine): string | null {
  if (loadBefore < BUSY_LOAD) return null
  return `the load of the last minute is ${loadBefore.toFixed(2)}: with other work on the machine the figures are worth little`
}

/** @param used by what: `clients` or `browsers` */
export function machineLine(
  { cores, cpuModel, memoryGiB, kernel, node, loadBefore }: Machine,
  used: string,
): string {
  return `${cores} cores (${cpuModel}) for ${used} and servers together, ${memoryGiB} GiB, Linux ${kernel}, Node ${node}, load before ${loadBefore.toFixed(2)}`
}
