import { mkdirSync, readlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { allowed } from '../allowed.ts'
import { deleteNamespaces } from '../delete-namespaces.ts'
import { runCommand } from '../run-command.ts'
import { clearLeftovers, makeRunFolder, readStartTicks } from './run-folder.ts'
import type { SupervisorOrder } from './supervisor-order.ts'

export interface Run {
  /** The process id that the machine knows this process by. */
  readonly pid: number
  readonly folder: string
}

/**
 * Clears what killed supervisors left behind and makes this one's run folder. The folder and the namespaces go with
 * `cleanup`.
 * @param network which is being built, for messages: `lab` or `sandbox`
 * @param namespaces names of those that will be made
 */
export async function openRun(
  { id, workDir, usesOwnRun }: SupervisorOrder,
  network: string,
  namespaces: readonly string[],
  cleanup: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<Run> {
  if (usesOwnRun) await allowed(network, runCommand(['mount', '-t', 'tmpfs', 'tmpfs', '/run'], { signal }))
  // /proc is the machine's.
  const pid = Number(readlinkSync('/proc/self'))
  mkdirSync(workDir, { recursive: true })
  await clearLeftovers(workDir, (state) => deleteNamespaces(state.namespaces))
  const folder = await makeRunFolder(workDir, {
    id,
    pid,
    startTicks: (await readStartTicks(pid)) ?? '',
    namespaces: usesOwnRun ? [] : namespaces,
  })
  // Retries: what was being written when it was stopped may still land in the folder.
  cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  cleanup.defer(() => deleteNamespaces(namespaces))
  return { pid, folder }
}
