import { securePostgresUrl } from '../../db/connection/postgres-url.ts'

/** Says why a database is none that several machines can share work through. */
export class QueueRefused extends Error {
  override readonly name = 'QueueRefused'
  /** EX_CONFIG of sysexits.h. */
  readonly exitCode = 78
}

/**
 * The URL of a PostgreSQL database for workers, as it may be connected to.
 * @throws QueueRefused for any other database; DatabaseError as `securePostgresUrl`
 */
export function queueUrl(url: string, command: string): string {
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new QueueRefused(`\`${command}\` shares work through PostgreSQL: set DATABASE_URL to postgres://…`)
  return securePostgresUrl(url)
}
