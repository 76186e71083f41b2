import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in ticks of 10 ms (`getconf CLK_TCK` is 100 on every architecture that Chromium runs on). */
const TICK_MS = 10

/**
 * Time that a process and all below it have had on a core, milliseconds, with what those that have ended left to whoever
 * waited for them. Nothing is missing where the process is the parent of a process namespace: its orphans stay below it.
 * Null where the process is gone.
 */
export function processTreeCpuMs(root: number): number | null {
  const ticksOf = new Map<number, number>()
  const childrenOf = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(name)
    if (stat === null) continue
    const id = Number(name)
    ticksOf.set(id, stat.ticks)
    const siblings = childrenOf.get(stat.parent)
    if (siblings === undefined) childrenOf.set(stat.parent, [id])
    else siblings.push(id)
  }
  if (!ticksOf.has(root)) return null
  let ticks = 0
  const left = [root]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    ticks += ticksOf.get(id) ?? 0
    left.push(...(childrenOf.get(id) ?? []))
  }
  return ticks * TICK_MS
}

/** Fields 4 and 14 to 17 of proc_pid_stat(5): own and waited-for time. The name before them may hold spaces and brackets. */
function statOf(pid: string): { readonly parent: number; readonly ticks: number } | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It has ended since it was listed.
    return null
  }
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
  return { parent: fields[1] ?? 0, ticks }
}
