import { CliError, EXIT } from '../exit/exit-codes.ts'

/**
 * The file that a database option names.
 * @throws CliError where it is a server, which has a tool of its own
 */
export function sqliteFile(database: string, tool: 'pg_dump' | 'pg_restore'): string {
  if (/^postgres(ql)?:\/\//.test(database))
    throw new CliError(EXIT.usage, `for PostgreSQL use its own ${tool}: this is for SQLite files`)
  return database.replace(/^sqlite:(\/\/)?/, '')
}
