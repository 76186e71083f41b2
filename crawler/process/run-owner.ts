import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { codeOf } from './thrown.ts'

/**
 * The name under which a run leases sites: `host|boot|namespace|pid|start|random|parent`. Enough to tell on the same
 * machine whether the run is still alive, also when its process id has been given to another process since, or when it
 * lived in another container, and whether it had the same parent process.
 */
interface RunOwner extends Disposable {
  readonly name: string
}

// A run that ended in this very process has left no process behind to look for.
const alive = new Set<string>()

export function runOwner(): RunOwner {
  const name = [
    hostname(),
    bootId(),
    pidNamespace(),
    process.pid,
    processStart(process.pid),
    randomUUID(),
    parent(),
  ].join('|')
  alive.add(name)
  return { name, [Symbol.dispose]: () => void alive.delete(name) }
}

export function ownerText(name: string): string {
  const [host, , , pid] = name.split('|')
  return `process ${pid} on ${host}`
}

/** True where the run is known to have ended. False on doubt: then its leases run out by themselves. */
export function isDead(name: string): boolean {
  const [host, boot, namespace, pidText, start] = name.split('|')
  if (host !== hostname()) return false
  if (boot !== bootId()) return boot !== '' && bootId() !== ''
  if (namespace !== pidNamespace()) return false
  const pid = Number(pidText)
  if (pid === process.pid && start === processStart(pid)) return !alive.has(name)
  return !isRunning(pid) || start !== processStart(pid)
}

/** The process id of a run that the same process has started as this one; null for any other. */
export function siblingPid(name: string): number | null {
  const [host, boot, namespace, pid, , , startedBy] = name.split('|')
  const isSibling =
    host === hostname() && boot === bootId() && namespace === pidNamespace() && startedBy === parent()
  return isSibling ? Number(pid) : null
}

const parent = (): string => `${process.ppid}.${processStart(process.ppid)}`

/** Whether there is a process with this id, ours or another user's. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, as another user.
    return codeOf(error) !== 'ESRCH'
  }
}

/** Systems other than Linux have no such thing: an empty text, which is equal to itself. */
function bootId(): string {
  return readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
}

function pidNamespace(): string {
  return readOrEmpty(() => readlinkSync('/proc/self/ns/pid'))
}

/** Field 22 of proc_pid_stat(5), in ticks since boot. The name in field 2 may hold spaces and brackets. */
function processStart(pid: number): string {
  return readOrEmpty(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie has ended, however long its parent takes to notice.
    return state === 'Z' || state === 'X' ? '' : (fields[18] ?? '')
  })
}

function readOrEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    // No /proc, or the process has gone since: isRunning distinguishes the two.
    return ''
  }
}
