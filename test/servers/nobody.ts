import { spawnSync } from 'node:child_process'
import { ENTRY } from '../../cli/options/entry.ts'

/** Root may do everything: put before a command, this has it run by a user who may not. Empty for other users. */
export const AS_NOBODY: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []

/** For `skip`: a checkout below root's own folder is closed to others. */
export const whyNotNobody = [process.execPath, ENTRY].every(isReadable)
  ? false
  : 'this checkout is in a folder that only root may enter'

function isReadable(file: string): boolean {
  const [program = '', ...rest] = [...AS_NOBODY, 'test', '-r', file]
  return spawnSync(program, rest).status === 0
}
