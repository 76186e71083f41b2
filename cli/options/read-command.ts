import { Command } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { type Format, formatOption } from '../output/format.ts'
import { databaseOption } from './database.ts'

export interface ReadOptions {
  readonly database: string
  readonly format: Format
}

/** A command that prints something from a database, in any format. */
export function readCommand(name: string): Command {
  return new Command(name).addOption(formatOption()).addOption(databaseOption())
}

/** Opens the database for nothing but reading. */
export async function reading(
  { database }: Pick<ReadOptions, 'database'>,
  use: (db: Database) => Promise<void>,
): Promise<void> {
  await using db = await openDatabase({ url: database, readOnly: true })
  await use(db)
}
