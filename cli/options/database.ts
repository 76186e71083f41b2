import { Option } from 'commander'
import { DEFAULT_DATABASE } from '../../db/connection/open.ts'

/** Says where everything is kept: a SQLite file, or a PostgreSQL URL. */
export function databaseOption(): Option {
  return new Option('--database <file or url>', 'SQLite file, or postgres://…')
    .env('DATABASE_URL')
    .default(DEFAULT_DATABASE)
}
