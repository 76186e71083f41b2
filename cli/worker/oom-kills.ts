import { readFileSync } from 'node:fs'

/**
 * Says how many processes of this process's memory cgroup the kernel has killed for lack of memory, or of the whole machine
 * where there is no such cgroup; null where the system does not count them (all but Linux). It tells a worker that such a kill
 * ended by SIGKILL from one that a person ended.
 */
export function oomKills(): number | null {
  for (const file of countedIn()) {
    const count = /^oom_kill (\d+)$/m.exec(readOrEmpty(file))?.[1]
    if (count !== undefined) return Number(count)
  }
  return null
}

/** cgroups(7): version 2, then version 1; in a container the path may be the host's, and the cgroup the mount itself. */
function countedIn(): string[] {
  const groups = readOrEmpty('/proc/self/cgroup').split('\n')
  const pathOf = (controller: RegExp): string[] => {
    const [, , path] =
      groups
        .map((line) => /^(\d+):([^:]*):(.*)$/.exec(line)?.slice(1) ?? [])
        .find(([, names]) => controller.test(names ?? '-')) ?? []
    return path === undefined ? [] : [path === '/' ? '' : path, '']
  }
  return [
    ...pathOf(/^$/).map((path) => `/sys/fs/cgroup${path}/memory.events`),
    ...pathOf(/\bmemory\b/).map((path) => `/sys/fs/cgroup/memory${path}/memory.oom_control`),
    '/proc/vmstat',
  ]
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Not on this system: the next one is looked at.
    return ''
  }
}
