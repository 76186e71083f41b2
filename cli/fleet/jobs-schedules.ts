import { Command } from 'commander'
import type { Schedule } from 'pg-boss'
import { SCHEDULE_QUEUE } from '../../fleet/queue/job.ts'
import type { JobQueue } from '../../fleet/queue/open-queue.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import type { ReadOptions } from '../options/read-command.ts'
import { formatOption } from '../output/format.ts'
import { tableWidth } from '../output/output-width.ts'
import { type Column, csvLines, textTable } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'
import { withJobs } from './with-jobs.ts'

export function jobsSchedulesCommand(): Command {
  return new Command('schedules')
    .option('--remove <schedule>', 'takes this one back; jobs that it has added stay')
    .addOption(formatOption())
    .addOption(databaseOption())
    .action((options: ReadOptions & { remove?: string }) =>
      withJobs(options, 'jobs schedules', ({ queue }) => schedules(queue, options)),
    )
}

const SCHEDULE_COLUMNS: readonly Column<Schedule>[] = [
  { heading: 'schedule', cell: ({ key }) => key },
  { heading: 'every', cell: ({ cron }) => cron },
]

async function schedules(
  { boss }: JobQueue,
  { format, remove }: ReadOptions & { readonly remove?: string },
): Promise<void> {
  const found = await boss.getSchedules(SCHEDULE_QUEUE)
  if (remove !== undefined) {
    if (!found.some(({ key }) => key === remove))
      throw new CliError(EXIT.data, `there is no schedule '${remove}'`)
    return await boss.unschedule(SCHEDULE_QUEUE, remove)
  }
  if (format === 'json') console.log(jsonText(found, 2))
  else if (format === 'csv') for (const line of csvLines(found, SCHEDULE_COLUMNS)) console.log(line)
  else if (found.length === 0) console.log("no schedule: add one with `jobs add … --every '0 3 2 * *'`")
  else console.log(textTable(found, SCHEDULE_COLUMNS, tableWidth()))
}
