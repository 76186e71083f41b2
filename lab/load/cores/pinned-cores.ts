import { readFileSync } from 'node:fs'

/** The cores that client and servers are bound to, by the kernel's numbers. */
export interface PinnedCores {
  readonly client: number
  /** All that are left to the servers. */
  readonly servers: readonly number[]
}

/**
 * The first core that this process may use for the client, one more for the servers: neither takes from the other. Null
 * where there is only one; threads of one core are one.
 * @param serverCores how many the servers get; fewer where there are not so many
 */
export function pinnedCores(
  serverCores = 1,
  allowed: readonly number[] = allowedCores(),
  threadsOf: (core: number) => readonly number[] = threadsOfCore,
): PinnedCores | null {
  const [client] = allowed
  if (client === undefined) return null
  const beside = threadsOf(client)
  const others = allowed.filter((core) => core !== client && !beside.includes(core))
  return others.length === 0 ? null : { client, servers: others.slice(0, Math.max(1, serverCores)) }
}

/** The numbers of all threads of a core; none where the kernel does not say. */
function threadsOfCore(core: number): number[] {
  try {
    const file = `/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`
    return parseCoreList(readFileSync(file, 'utf8').trim())
  } catch {
    // Containers may hide it.
    return []
  }
}

/** `taskset` before a command; nothing where there are no cores to choose among. */
export function onCores(cores: readonly number[] | undefined): string[] {
  return cores === undefined ? [] : ['taskset', '--cpu-list', cores.join(',')]
}

/**
 * Reads `Cpus_allowed_list` of /proc/self/status (proc_pid_status(5)); containers may have fewer than the machine. None where
 * the system is another than Linux, on which no load runs.
 */
function allowedCores(): number[] {
  if (process.platform !== 'linux') return []
  const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return parseCoreList(list)
}

/** `0-2,5` → 0, 1, 2, 5. */
export function parseCoreList(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [low, high = low] = part.split('-')
    if (low === undefined || low === '') return []
    return Array.from({ length: Number(high) - Number(low) + 1 }, (_, index) => Number(low) + index)
  })
}
