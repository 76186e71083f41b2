import type { RunFolder } from '../run-folder.ts'

/** What Node is given where a worker is started (cli/worker/worker-process.ts). */
const WORKERS_FLAG = ' --max-semi-space-size='

/**
 * The process of a folder that supervises workers, by a flag that it was given. Its workers have the same, and smaller
 * numbers where the numbers of processes have begun anew.
 */
export function supervisorWith(
  folder: Pick<RunFolder, 'processes'>,
  flag: string,
): { readonly pid: number; readonly command: string } | undefined {
  return folder.processes().find(({ command }) => command.includes(flag) && !command.includes(WORKERS_FLAG))
}
