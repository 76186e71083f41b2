import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names the file to which a test process writes its id to join the group: `join-background.ts` does so. */
export const GROUP_VARIABLE = 'TOWLINE_TESTS_BACKGROUND'

export interface BackgroundGroup extends Disposable {
  /** The file of the group's processes. */
  readonly procs: string
  /** From now on its processes are scheduled like all others. */
  end: () => void
}

const HIERARCHIES = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup']

/**
 * A control group whose processes, and all that they start, run only while nobody else wants the processor. Files that measure
 * times can run beside them. Null where this kernel or user has none: it takes Linux, and the right to make the group.
 */
export function openBackgroundGroup(): BackgroundGroup | null {
  for (const hierarchy of HIERARCHIES) {
    const folder = join(hierarchy, `towline-tests-${process.pid}`)
    const idle = join(folder, 'cpu.idle')
    try {
      mkdirSync(folder)
    } catch {
      // Not this kind of control groups, or not ours to make.
      continue
    }
    const group = {
      procs: join(folder, 'cgroup.procs'),
      end: () => writeFileSync(idle, '0'),
      [Symbol.dispose]: () => remove(folder),
    }
    try {
      writeFileSync(idle, '1')
      if (readFileSync(idle, 'utf8').trim() === '1') return group
    } catch {
      // The hierarchy has no processor controller, or one from before Linux 5.15.
    }
    group[Symbol.dispose]()
  }
  return null
}

function remove(folder: string): void {
  try {
    rmdirSync(folder)
  } catch (error) {
    // A process that a test left behind keeps its group, which weighs nothing.
    console.error(`run-tests: ${folder} stays: ${String(error)}`)
  }
}
