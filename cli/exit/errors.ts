import { DatabaseError, type DatabaseErrorCode } from '../../db/connection/database-error.ts'
import { visible, visibleLines } from '../output/text.ts'
import { EXIT, type ExitCode, isInterruption } from './exit-codes.ts'

const DATABASE_EXIT: Readonly<Record<DatabaseErrorCode, ExitCode>> = {
  full: EXIT.io,
  locked: EXIT.tempFail,
  corrupt: EXIT.data,
  unreadable: EXIT.noInput,
  newer: EXIT.newer,
  refused: EXIT.refused,
  unreachable: EXIT.unavailable,
  insecure: EXIT.config,
}

/**
 * Says what to print and how to exit. Errors that the user can do something about carry an `exitCode` (of sysexits.h) and say
 * everything in one line; anything else is a fault of ours and shows where it happened.
 * @param resumes whether the command has `--resume`
 */
export function explain(error: unknown, resumes = false): { exitCode: number; message: string } {
  if (!(error instanceof Error))
    return { exitCode: EXIT.software, message: visible(`unexpected: ${String(error)}`) }
  if (isInterruption(error)) return { exitCode: EXIT.interrupted, message: 'stopped' }
  const known = knownError(error)
  const more = resumes && isOfMachine(error) ? ' (--resume continues)' : ''
  if (known !== null) return { ...known, message: visible(known.message + more) }
  return {
    exitCode: EXIT.software,
    message: visibleLines(`a fault in towline, please report it: ${error.stack ?? error.message}`),
  }
}

/** Whether the machine was in the way, not what the command was given: what was recorded is kept. */
function isOfMachine(error: Error): boolean {
  if (error instanceof DatabaseError) return error.code === 'full' || error.code === 'locked'
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** A file that can be read, but is no database, is bad data rather than a missing file. */
function databaseExit({ code, cause }: DatabaseError): ExitCode {
  const isNoDatabase = cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_NOTADB'
  return isNoDatabase ? EXIT.data : DATABASE_EXIT[code]
}

function knownError(error: Error): { exitCode: number; message: string } | null {
  if (error instanceof DatabaseError) return { exitCode: databaseExit(error), message: error.message }
  const { exitCode } = error as { exitCode?: unknown }
  return typeof exitCode === 'number' ? { exitCode, message: error.message } : systemError(error)
}

/** Faults of the file system that can come from any write. */
function systemError(error: NodeJS.ErrnoException): { exitCode: number; message: string } | null {
  const where = error.path === undefined ? '' : ` (${error.path})`
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return {
        exitCode: EXIT.io,
        message: `the disk is full${where}: free some space and run it again`,
      }
    case 'EIO':
    case 'EROFS':
      return { exitCode: EXIT.io, message: `cannot write${where}: ${error.message}` }
    case 'ENOENT':
      return { exitCode: EXIT.noInput, message: `no such file${where}` }
    case 'EACCES':
    case 'EPERM':
      return { exitCode: EXIT.noInput, message: `not allowed to read or write${where}` }
    default:
      return null
  }
}
