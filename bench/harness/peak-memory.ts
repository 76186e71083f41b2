import { readFileSync } from 'node:fs'

/** Reads the largest resident set so far (VmHWM of /proc), MiB; null where the process has ended or the system does not tell. */
export function peakMiB(pid: number | undefined): number | null {
  try {
    const kB = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kB === undefined ? null : Number(kB) / 1_024
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
