import type { Command } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import { jobGroups } from '../../fleet/queue/job-groups.ts'
import type { JobQueue } from '../../fleet/queue/open-queue.ts'
import { COMMAND } from '../options/entry.ts'
import { type ReadOptions, readCommand } from '../options/read-command.ts'
import { tableWidth } from '../output/output-width.ts'
import { csvLines, textTable } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'
import { groupColumns } from './job-tables.ts'
import { withJobs } from './with-jobs.ts'

export function jobsListCommand(): Command {
  return readCommand('list').action((options: ReadOptions) =>
    withJobs(options, 'jobs list', ({ db, queue }) => showGroups(db, queue, options)),
  )
}

async function showGroups(db: Database, queue: JobQueue, { format }: ReadOptions): Promise<void> {
  const groups = await jobGroups(db, queue)
  if (format === 'json') return console.log(jsonText(groups, 2))
  if (format === 'csv') for (const line of csvLines(groups, groupColumns(groups, null))) console.log(line)
  else if (groups.length === 0)
    console.log(`no jobs: add some with \`${COMMAND} jobs add survey --top 1000\``)
  else {
    const width = tableWidth()
    console.log(textTable(groups, groupColumns(groups, width), width))
  }
}
