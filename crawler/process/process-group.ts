import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { groupMembers } from './group-members.ts'
import { sendSignal } from './send-signal.ts'

const POLL_MS = 10

/**
 * Ends a process group that is ours with SIGKILL and waits until none of its processes is left.
 * @param group id of the process that leads it, and was started detached
 * @throws Error where one is still there after `limitMs`
 */
export async function endGroup(group: number, limitMs = 5_000): Promise<void> {
  const until = performance.now() + limitMs
  while (sendSignal(-group, 'SIGKILL') && hasLiving(group)) {
    if (performance.now() > until) throw new Error(`processes of group ${group} are left after SIGKILL`)
    await delay(POLL_MS)
  }
}

/**
 * Ends the crash handlers of a browser and waits until none is left. They are in groups of their own, and most often
 * end by themselves when the browser has; they are recognised by the folder that they report to.
 * @param home a folder that no other browser uses
 * @throws Error where one is still there after `limitMs`
 */
export async function endCrashHandlers(home: string, limitMs = 5_000): Promise<void> {
  if (process.platform !== 'linux') return
  const until = performance.now() + limitMs
  for (;;) {
    const ids = await processIds()
    const ours = await Promise.all(ids.map((id) => hasArgument(id, `--database=${home}/`)))
    const left = ids.filter((_, index) => ours[index])
    if (left.length === 0) return
    if (performance.now() > until) throw new Error(`crash handlers are left after SIGKILL: ${left}`)
    for (const id of left) sendSignal(Number(id), 'SIGKILL')
    await delay(POLL_MS)
  }
}

const processIds = async (): Promise<string[]> =>
  (await readdir('/proc')).filter((name) => /^\d+$/.test(name))

async function hasArgument(id: string, start: string): Promise<boolean> {
  try {
    const line = await readFile(`/proc/${id}/cmdline`, 'utf8')
    return line.split('\0').some((argument) => argument.startsWith(start))
  } catch {
    // It went while the list was read (ENOENT, ESRCH), or is not ours to look at.
    return false
  }
}

/**
 * Whether a process of the group still runs. One that is dead and not yet reaped answers to kill as if it lived, and
 * in a container whose first process reaps nothing it does so for good.
 */
function hasLiving(group: number): boolean {
  const members = groupMembers(group)
  return members === null || members.some(({ stat: [state] }) => state !== 'Z' && state !== 'X')
}
