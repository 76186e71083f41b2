/** Holds what tcpdump says about a capture when it is asked (SIGUSR1) or ends: packets since its start. */
export interface CaptureCounts {
  /** Written out. */
  readonly captured: number
  /** The kernel's filter saw so many, dropped ones included. */
  readonly received: number
  /** Dropped for want of room, by the kernel or the interface. */
  readonly dropped: number
}

/** Reads `tcpdump: 6 packets captured, 7 packets received by filter, 1 packet dropped by kernel`; null: another line. */
export function parseCaptureCounts(line: string): CaptureCounts | null {
  const countOf = (what: string): number | null => {
    const found = new RegExp(String.raw`(\d+) packets? ${what}`).exec(line)?.[1]
    return found === undefined ? null : Number(found)
  }
  const captured = countOf('captured')
  const received = countOf('received by filter')
  const byKernel = countOf('dropped by kernel')
  if (captured === null || received === null || byKernel === null) return null
  return { captured, received, dropped: byKernel + (countOf('dropped by interface') ?? 0) }
}
