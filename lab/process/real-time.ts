import { runCommand } from './run-command.ts'

/** Stands before a program's command: it then runs before all others of the machine (sched(7)), where `mayRunInRealTime`. */
export const IN_REAL_TIME = ['chrt', '--rr', '1'] as const

/** Whether a program can be started so: that takes the machine's root, and chrt of util-linux. */
export async function mayRunInRealTime(): Promise<boolean> {
  try {
    await runCommand([...IN_REAL_TIME, 'true'])
    return true
  } catch {
    // Refused, or there is no chrt: both mean no.
    return false
  }
}
