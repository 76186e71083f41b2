import type { CommandTable } from '../options/command-table.ts'

/** `towline jobs …`: work that is shared among workers. */
export const JOBS_COMMANDS: CommandTable = [
  {
    usage: 'add',
    description: 'adds work, which workers of the vantage points take',
    group: async () => (await import('./jobs-add.ts')).JOBS_ADD_COMMANDS,
  },
  {
    usage: 'list [options]',
    description:
      'each survey, campaign and replay, with how many of its jobs wait, are under way, done, failed',
    load: async () => (await import('./jobs-show.ts')).jobsListCommand,
  },
  {
    usage: 'schedules [options]',
    description: 'what `jobs add … --every` has set up',
    load: async () => (await import('./jobs-show.ts')).jobsSchedulesCommand,
  },
  {
    usage: 'show [options] <jobs>',
    description: 'its jobs one by one; failed ones first, with the reason',
    load: async () => (await import('./jobs-show.ts')).jobsShowCommand,
  },
  {
    usage: 'cancel [options] <jobs>',
    description: 'takes back what waits, and stops what is under way',
    load: async () => (await import('./jobs-change.ts')).jobsCancelCommand,
  },
  {
    usage: 'retry [options] <jobs>',
    description: 'tries again what has failed or was cancelled',
    load: async () => (await import('./jobs-change.ts')).jobsRetryCommand,
  },
]
