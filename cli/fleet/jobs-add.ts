import type { CommandTable } from '../options/command-table.ts'

export const JOBS_ADD_COMMANDS: CommandTable = [
  {
    usage: 'survey [options]',
    description: 'a survey of a ranked list, cut into jobs',
    load: async () => (await import('./jobs-add-survey.ts')).addSurveyCommand,
  },
  {
    usage: 'campaign [options]',
    description: 'repeated loads of sites of a survey, cut into jobs',
    load: async () => (await import('./jobs-add-campaign.ts')).addCampaignCommand,
  },
  {
    usage: 'replay [options] <folders...>',
    description: 'a replay of recordings in the lab of a worker, on whose machine they lie',
    load: async () => (await import('./jobs-add-replay.ts')).addReplayCommand,
  },
]
