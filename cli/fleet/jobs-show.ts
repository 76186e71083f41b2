import { type Command, Option } from 'commander'
import { JOB_STATES, type JobRow, type JobSelector } from '../../fleet/queue/job-groups.ts'
import type { ReadOptions } from '../options/read-command.ts'
import { formatOption } from '../output/format.ts'
import { tableWidth } from '../output/output-width.ts'
import { csvLines, textTable } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'
import { jobColumns, jobCounts } from './job-tables.ts'
import { foundJobs, selectingCommand, withJobs } from './with-jobs.ts'

export function jobsShowCommand(): Command {
  return selectingCommand('show')
    .addOption(new Option('--state <state>', 'only those in this state').choices(JOB_STATES))
    .addOption(formatOption())
    .action((selector: JobSelector, options: ReadOptions & { state?: JobRow['state'] }) =>
      withJobs(options, 'jobs show', async ({ db, queue }) =>
        showJobs(await foundJobs(db, queue, selector), options),
      ),
    )
}

function showJobs(
  found: readonly JobRow[],
  { format, state }: Pick<ReadOptions, 'format'> & { readonly state?: JobRow['state'] },
): void {
  const jobs = found.filter((job) => state === undefined || job.state === state)
  const width = tableWidth()
  if (format === 'json') console.log(jsonText(jobs, 2))
  else if (format === 'csv') for (const line of csvLines(jobs, jobColumns(null))) console.log(line)
  else {
    if (jobs.length > 0) console.log(textTable(jobs, jobColumns(width), width))
    // Of many jobs those that come first have left the terminal.
    if (width !== null) console.log(jobCounts(found))
  }
}
