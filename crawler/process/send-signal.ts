import { codeOf } from './thrown.ts'

/** Sends a signal to a process, or, by a negative id, to a group. False where there is none any more. */
export function sendSignal(id: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(id, signal)
    return true
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
    throw error
  }
}
