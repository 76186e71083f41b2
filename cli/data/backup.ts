import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { CheckedFile } from '../../db/maintenance/check-sqlite-file.ts'
import { DAY_MS } from '../../stats/field/days.ts'
import { CliError, EXIT, untilInterrupted } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { sqliteFile } from '../options/sqlite-file-option.ts'
import { textTable } from '../output/table.ts'

interface BackupOptions {
  readonly folder?: string
  readonly pruneOlderThan?: number
  readonly database: string
}

/** `towline backup`: a copy of the database while it is in use (safety.md DB-5). */
export function backupCommand(): Command {
  return new Command('backup')
    .argument('[file]', 'the copy')
    .option('--folder <folder>', 'instead of a file: a new file for each backup, with its time in the name')
    .addOption(
      new Option(
        '--prune-older-than <days>',
        'then delete backups in the folder that are older, such as 30d',
      ).argParser(days),
    )
    .addOption(databaseOption())
    .action(async (file: string | undefined, options: BackupOptions) => {
      const { folder, pruneOlderThan, database } = options
      if ((file === undefined) === (folder === undefined))
        throw new CliError(EXIT.usage, 'name the file of the copy, or a --folder of them')
      if (pruneOlderThan !== undefined && folder === undefined)
        throw new CliError(EXIT.usage, '--prune-older-than needs --folder')
      const now = new Date()
      if (folder !== undefined) await demandFolder(folder)
      const to = file ?? join(folder ?? '', `towline-${stampOf(now)}.sqlite`)
      await using interrupt = untilInterrupted()
      report(to, await backup(sqliteFile(database, 'pg_dump'), to, interrupt.signal))
      if (folder !== undefined && pruneOlderThan !== undefined) await prune(folder, pruneOlderThan, now)
    })
}

/** Makes the folder where it is not there. Not those above it: a mistyped path is told, not made. */
async function demandFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const isThere = code === 'EEXIST' && (await stat(folder)).isDirectory()
    if (isThere) return
    const why = code === 'EEXIST' ? 'it is a file' : code
    throw new CliError(EXIT.usage, `the folder ${folder} cannot be made (${why}): name another one`, {
      cause: error,
    })
  }
}

async function backup(from: string, to: string, signal: AbortSignal): Promise<CheckedFile> {
  const { BackupError, backupSqlite } = await import('../../db/maintenance/backup.ts')
  try {
    return await backupSqlite(from, to, signal)
  } catch (error) {
    if (error instanceof BackupError) throw new CliError(EXIT.io, error.message, { cause: error })
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CliError(EXIT.usage, `${to} is there already: name another file`, { cause: error })
    throw error
  }
}

function report(to: string, { rows }: CheckedFile): void {
  console.log(
    textTable(
      [...rows],
      [
        { heading: 'table', cell: ([table]) => table },
        { heading: 'rows', cell: ([, n]) => n, align: 'right' },
      ],
    ),
  )
  console.log(`\n${to}: whole, with every row of ${rows.size} tables`)
}

/** `2026-11-21T093000Z`. */
export function stampOf(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(':', '')}Z`
}

/** Matches what a backup that was killed left behind, too. */
const BACKUP_NAME = /^towline-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite(?:\.part-\d+(?:-journal)?)?$/

/** Only files with a name of ours, and by the time in it: whatever else lies there stays. */
async function prune(folder: string, olderThanDays: number, now: Date): Promise<void> {
  for (const name of (await readdir(folder)).toSorted()) {
    const [, day, hours, minutes, seconds] = BACKUP_NAME.exec(name) ?? []
    if (day === undefined) continue
    const createdMs = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
    if (!(now.getTime() - createdMs > olderThanDays * DAY_MS)) continue
    await rm(join(folder, name))
    console.log(`${name}: deleted, older than ${olderThanDays} days`)
  }
}

/** `30d` or `30`. */
function days(text: string): number {
  const [, count] = /^(\d{1,4})d?$/.exec(text) ?? []
  if (count === undefined || Number(count) === 0)
    throw new InvalidArgumentError('must be a number of days such as 30d.')
  return Number(count)
}
