import { Command } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { type Format, formatOption } from '../output/format.ts'
import { databaseOption } from './database.ts'

export interface ReadOptions {
  readonly database: string
  readonly format: Format
}

export function readCommand(name: string): Command {
  return new Command(name).addOption(formatOption()).addOption(databaseOption())
}

/** Opens the database for nothing but reading. */
export async function reading(
  { database }: Pick<ReadOptions, 'database'>,
  use: (db: Database) => Promise<void>,
): Promise<void> {
  await using db = await openDatabase({ url: database, readOnly: true })
  try {
    await use(db)
  } catch (error) {
    throw strangeContent(error, db.name) ?? error
  }
}

/** Explains JSON of a database that is none, or none of ours: a fault of whoever made the database. */
function strangeContent(error: unknown, name: string): CliError | null {
  if (!(error instanceof SyntaxError) && !(error instanceof Error && error.name === 'ZodError')) return null
  const words = error.message.replaceAll(/\s+/g, ' ').slice(0, 200)
  return new CliError(EXIT.data, `the database ${name} holds what towline does not write (${words})`, {
    cause: error,
  })
}
