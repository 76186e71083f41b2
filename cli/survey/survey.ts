import type { CommandTable } from '../options/command-table.ts'

export const SURVEY_COMMANDS: CommandTable = [
  {
    usage: 'list [options]',
    description: 'the surveys in the database',
    load: async () => (await import('./list-surveys.ts')).listSurveysCommand,
  },
  {
    usage: 'show [options] [survey]',
    description: 'one line a site: who speaks what',
    load: async () => (await import('./survey-show.ts')).surveyShowCommand,
  },
  {
    usage: 'summary [options] [survey]',
    description: 'adoption: counts and shares with intervals, by rank, CDN and server software',
    load: async () => (await import('./survey-summary.ts')).surveySummaryCommand,
  },
  {
    usage: 'diff [options] <before> [after]',
    description: 'what changed from one survey to a later one: gained, lost, churn',
    load: async () => (await import('./survey-diff.ts')).surveyDiffCommand,
  },
  {
    usage: 'site [options] <domain>',
    description: 'everything that was recorded of one site: a row for each network operation',
    load: async () => (await import('./survey-site.ts')).surveySiteCommand,
  },
]
