import { isIP } from 'node:net'

/** Why a database is none that several machines can share work through. */
export class QueueRefused extends Error {
  override readonly name = 'QueueRefused'
  /** EX_CONFIG of sysexits.h. */
  readonly exitCode = 78
}

const WEAK_TLS = new Set(['disable', 'allow', 'prefer', 'no-verify'])

/**
 * The URL of a PostgreSQL database for workers: one on another machine is spoken to over TLS, and its certificate is
 * verified.
 * @throws QueueRefused for any other database, and where the URL asks for less
 */
export function queueUrl(url: string, command: string): string {
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new QueueRefused(`\`${command}\` shares work through PostgreSQL: set DATABASE_URL to postgres://…`)
  if (!URL.canParse(url)) throw new QueueRefused('DATABASE_URL is no URL: postgres://user@host/database')
  const parsed = new URL(url)
  if (isLocal(parsed)) return url
  const mode = parsed.searchParams.get('sslmode')
  const ssl = parsed.searchParams.get('ssl')
  if ((mode !== null && WEAK_TLS.has(mode)) || ssl === '0' || ssl === 'false')
    throw new QueueRefused(
      `the database on ${parsed.hostname} is on another machine: leave out ${mode === null ? 'ssl' : 'sslmode'}, its certificate is verified (a private authority's: sslrootcert=FILE)`,
    )
  // All of these are verified by pg: https://node-postgres.com/features/ssl
  parsed.searchParams.delete('ssl')
  parsed.searchParams.set('sslmode', 'verify-full')
  return parsed.href
}

/** A Unix socket, or the loopback interface. */
function isLocal({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const bare = host.replace(/^\[|\]$/g, '')
  if (bare === '' || bare.startsWith('/') || bare === 'localhost') return true
  return isIP(bare) === 4 ? bare.startsWith('127.') : bare === '::1'
}
