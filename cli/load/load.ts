import type { CommandTable } from '../options/command-table.ts'

/** `towline load …`: page users ramped over a server under each protocol. */
export const LOAD_COMMANDS: CommandTable = [
  {
    usage: 'run [options] <plan>',
    description:
      'Ramps users over a page under each protocol, and reads each second what that costs the server. ' +
      'A load that is cut off is taken anew by --resume; all that were done stay.',
    load: async () => (await import('./load-run.ts')).loadRunCommand,
  },
  {
    usage: 'plan [options] [plan]',
    description: 'What a load plan amounts to: loads in their order, estimated time, file descriptors.',
    load: async () => (await import('./load-plan.ts')).loadPlanCommand,
  },
  {
    usage: 'results [options] [run]',
    description:
      'Results of a load run: pages/s, users within the limit, CPU per page, memory and sockets per ' +
      'user.',
    load: async () => (await import('./load-results.ts')).loadResultsCommand,
  },
]
