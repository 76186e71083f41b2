import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Binds a process with all its threads to a core; those that it starts from then on too. What measures a server is to be
 * on the client's core, whose load is watched, and not on the server's.
 */
export async function bindProcess(pid: number, core: number): Promise<void> {
  await promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', `${core}`, `${pid}`])
}
