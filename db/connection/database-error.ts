import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Says what can be wrong with a database, as far as the user can do something about it: - `full`: no space left; what was
 * committed before is kept - `locked`: another process, or other work of this one, held the database longer than is waited for
 * it - `corrupt`: the file is damaged - `unreadable`: not there, not allowed, or not a towline database - `refused`: a device,
 * FIFO or socket in place of a file - `newer`: written by a newer towline - `unreachable`: the PostgreSQL server does not
 * answer - `insecure`: the PostgreSQL server is on another machine, and its certificate would not be verified, or is not right
 */
export type DatabaseErrorCode =
  | 'full'
  | 'locked'
  | 'corrupt'
  | 'unreadable'
  | 'newer'
  | 'refused'
  | 'unreachable'
  | 'insecure'

/** One clear line that names the database and says what to do. `cause` is the driver's own error. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** The database's name for a message: a file's path, or a URL without its password. */
export interface DatabaseLabel {
  readonly dialect: 'sqlite' | 'postgres'
  readonly name: string
}

// Below this, a write that SQLite reports as a plain I/O error is taken for a full disk: it cannot extend its
// shared-memory file (32 KiB steps) or its log, and says so with SQLITE_IOERR or SQLITE_CANTOPEN.
const FULL_BELOW_BYTES = 64 * 1024

/**
 * Translates a driver's error. Where the environment of the database is not to blame (a CHECK, for instance) it
 * becomes an Error in the driver's own words; what is no driver's error is returned as it came.
 */
export function databaseError(error: unknown, label: DatabaseLabel): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error
  const driverCode = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const code =
    label.dialect === 'sqlite' ? sqliteCode(driverCode, label.name) : postgresCode(driverCode, error)
  if (code !== null) return new DatabaseError(code, explain(code, label, error), error)
  return driverCode === '' ? error : new Error(driverMessage(error), { cause: error })
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html: data exception, constraint violation, limit exceeded.
const REFUSED_VALUES = /^(?:22|23|54)...$|^SQLITE_(?:CONSTRAINT|MISMATCH|TOOBIG|RANGE)$/

/** Whether the database refused a statement for what it holds, so that the same without some value may be taken. */
export function isRefusedValue(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && REFUSED_VALUES.test(String(cause.code))
}

function driverMessage({ message }: Error): string {
  return message.replaceAll(/\s+/g, ' ').trim()
}

function sqliteCode(code: string, file: string): DatabaseErrorCode | null {
  switch (code) {
    case 'SQLITE_FULL':
    case 'ENOSPC':
      return 'full'
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
    case 'SQLITE_PROTOCOL':
      return 'locked'
    case 'SQLITE_CORRUPT':
      return 'corrupt'
    case 'SQLITE_IOERR':
    case 'SQLITE_CANTOPEN':
      return isFull(file) ? 'full' : 'unreadable'
    case 'SQLITE_NOTADB':
    case 'SQLITE_READONLY':
    case 'SQLITE_PERM':
    case 'SQLITE_AUTH':
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
      return 'unreadable'
    default:
      return null
  }
}

function isFull(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file))
    return bavail * bsize < FULL_BELOW_BYTES
  } catch {
    // The folder itself cannot be asked: then its free space is not what is wrong.
    return false
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html; the rest are the socket's own codes.
const POSTGRES_CODES: Readonly<Record<string, DatabaseErrorCode>> = {
  '53100': 'full',
  '55P03': 'locked',
  '40P01': 'locked',
  XX001: 'corrupt',
  XX002: 'corrupt',
  '28000': 'unreadable',
  '28P01': 'unreadable',
  '3D000': 'unreadable',
  '42501': 'unreadable',
  '25006': 'unreadable',
  '53300': 'unreachable',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  ENOENT: 'unreachable',
  EACCES: 'unreachable',
}

/** Codes of OpenSSL and Node: the certificate is not one that this machine trusts, or not that of the host. */
const BAD_CERTIFICATE =
  /^(?:ERR_TLS_CERT_|CERT_|UNABLE_TO_(?:GET|VERIFY|DECRYPT)_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/

const PG_WORDS =
  /^Connection terminated|^timeout e|is not queryable$|connection is insecure|server does not support SSL/

function postgresCode(code: string, error: Error): DatabaseErrorCode | null {
  if (code in POSTGRES_CODES) return POSTGRES_CODES[code] ?? null
  if (code.startsWith('08')) return 'unreachable'
  if (BAD_CERTIFICATE.test(code)) return 'insecure'
  // The client's own words: pg gives these no code.
  return PG_WORDS.test(error.message) ? 'unreachable' : null
}

function explain(code: DatabaseErrorCode, { dialect, name }: DatabaseLabel, error: Error): string {
  const cause = driverMessage(error)
  switch (code) {
    case 'full':
      return `no space left for the database ${name}: free some and run the same command again (${cause})`
    case 'locked':
      return `the database ${name} is locked by another process: end it, or wait and run it again (${cause})`
    case 'corrupt':
      return `the database ${name} is damaged: restore a backup, or save what is readable with \`sqlite3 ${name} .recover\` (${cause})`
    case 'unreachable':
      return `the database server of ${name} does not answer: start it, or check DATABASE_URL (${cause})`
    case 'refused':
    case 'newer':
      return `the database ${name} was written by a newer towline: update towline (${cause})`
    case 'insecure':
      return `the certificate of the database server of ${name} is not right: renew it, or name its authority by sslrootcert=FILE (${cause})`
    case 'unreadable':
      return dialect === 'postgres'
        ? `the database ${name} refuses us: check the user, its rights and DATABASE_URL (${cause})`
        : `the database ${name} cannot be opened: check that it is a towline database, and the rights to it and to its folder (${cause})`
  }
}
