import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENTRY } from '../../../cli/options/entry.ts'
import { planHosts } from '../../../lab/sandbox/site/hosts.ts'
import { readSites } from '../../../lab/sandbox/site/sites.ts'

/** An attempt at a silent address lasts for seconds, and listing the sockets of a namespace costs milliseconds. */
const LOOK_EVERY_MS = 200
/** tcp_states.h of Linux. */
const SYN_SENT = '02'

export interface Deaths {
  /** Ids of the workers that were killed. */
  readonly pids: readonly number[]
  /** Stops killing. */
  stop(): Promise<void>
}

/**
 * Kills each worker of a supervisor that connects to one of these sites, as a fault in its native code would: what it
 * sends to the site decides. The sites must drop every SYN, so that the attempt is there to be seen.
 */
export function killWorkersAt(
  supervisor: number,
  domains: readonly string[],
  signal: NodeJS.Signals = 'SIGABRT',
): Deaths {
  const deadly = new Set(
    planHosts(readSites(), false)
      .filter(({ name }) => domains.includes(name))
      .map(({ a }) => asInProc(a[0] ?? '')),
  )
  const pids: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      for (const pid of workersOf(supervisor)) {
        if (pids.includes(pid) || !connectsTo(pid, deadly)) continue
        pids.push(pid)
        process.kill(pid, signal)
      }
      await sleep(LOOK_EVERY_MS)
    }
  })()
  return {
    pids,
    async stop() {
      isOver = true
      await watching
    },
  }
}

/** Of the commands that lead into the sandbox, too, the last one is the supervisor: they share its process id. */
export function workersOf(supervisor: number): number[] {
  return childrenOf(supervisor).filter((pid) =>
    readOrEmpty(`/proc/${pid}/cmdline`).includes(`\0${ENTRY}\0crawl`),
  )
}

/** Processes that the main thread of this one has started. */
export function childrenOf(parent: number): number[] {
  const children = readOrEmpty(`/proc/${parent}/task/${parent}/children`).trim().split(' ')
  return children.map(Number).filter((pid) => pid > 0)
}

/** proc_pid_net(5) lists the sockets of the network namespace; which of them are the process's own, its descriptors say. */
function connectsTo(pid: number, addresses: ReadonlySet<string>): boolean {
  const inodes = readOrEmpty(`/proc/${pid}/net/tcp`)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , remote, state]) => state === SYN_SENT && addresses.has(remote?.split(':')[0] ?? ''))
    .map((fields) => fields[9])
  return inodes.length > 0 && inodes.some((inode) => socketsOf(pid).has(`socket:[${inode}]`))
}

function socketsOf(pid: number): Set<string> {
  try {
    const folder = `/proc/${pid}/fd`
    return new Set(readdirSync(folder).map((fd) => readlinkSync(`${folder}/${fd}`)))
  } catch {
    // A descriptor was closed meanwhile, or the process has ended: the next look tells.
    return new Set()
  }
}

/** The four bytes as a number of this machine, which is little-endian. */
function asInProc(address: string): string {
  const bytes = address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'))
  return bytes.reverse().join('').toUpperCase()
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}
