import { readdirSync } from 'node:fs'
import { readProcess } from '../../crawler/process/group-members.ts'

/** All processes that a process has started, and theirs. */
export function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const id of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = readProcess(id, 'stat')
    // proc_pid_stat(5), field 4: the name before it may hold spaces and brackets. NaN where it has ended since.
    parents.set(Number(id), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const childrenBelow = (parent: number): number[] =>
    [...parents]
      .filter(([, parentOfChild]) => parentOfChild === parent)
      .flatMap(([child]) => [child, ...childrenBelow(child)])
  return childrenBelow(pid)
}
