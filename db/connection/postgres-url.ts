import { isIP } from 'node:net'
import { DatabaseError } from './database-error.ts'

const WEAK_TLS = new Set(['disable', 'allow', 'prefer', 'no-verify'])

/**
 * The URL that a PostgreSQL database is connected to by, whatever for: one on another machine is spoken to over TLS, and
 * its certificate is verified.
 * @param env of the process: as for every client of PostgreSQL, PGHOST is the host of a URL that names none
 * @throws DatabaseError where the URL asks for less, or is none
 */
export function securePostgresUrl(url: string, { PGHOST }: NodeJS.ProcessEnv = process.env): string {
  const elsewhere = PGHOST === undefined || PGHOST === '' ? 'localhost' : PGHOST
  // A user without a host is nothing that `URL` reads, but pg does.
  const parsed = URL.parse(url) ?? URL.parse(url.replace('@/', `@${encodeURIComponent(elsewhere)}/`))
  if (parsed === null)
    throw new DatabaseError('unreadable', 'DATABASE_URL is no URL: postgres://user@host/database')
  const { searchParams } = parsed
  // pg takes the last one, too.
  const host = searchParams.getAll('host').at(-1) || decodeURIComponent(parsed.hostname) || elsewhere
  if (isLocal(host)) return url
  const modes = searchParams.getAll('sslmode')
  const ssl = searchParams.getAll('ssl')
  if (modes.some((mode) => WEAK_TLS.has(mode)) || ssl.includes('0') || ssl.includes('false'))
    throw new DatabaseError(
      'insecure',
      `the database on ${host} is on another machine: leave out ${modes.length === 0 ? 'ssl' : 'sslmode'}, its certificate is verified (a private authority's: sslrootcert=FILE)`,
    )
  // https://node-postgres.com/features/ssl
  searchParams.delete('ssl')
  searchParams.set('sslmode', 'verify-full')
  return parsed.href
}

/** A Unix socket, or the loopback interface. */
function isLocal(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (bare.startsWith('/') || bare.toLowerCase() === 'localhost') return true
  return isIP(bare) === 4 ? bare.startsWith('127.') : bare === '::1'
}
