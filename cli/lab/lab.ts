import type { CommandTable } from '../options/command-table.ts'

/** `towline lab …`: pages on real servers behind an emulated link, swept over factors. */
export const LAB_COMMANDS: CommandTable = [
  {
    usage: 'run [options] <plan>',
    description:
      'Takes the samples of a plan: each page on real servers behind an emulated link, under each arm, ' +
      'in every cell. Measures each link first and refuses one that is off. What is recorded stays; ' +
      '--resume continues.',
    load: async () => (await import('./lab-run.ts')).labRunCommand,
  },
  {
    usage: 'plan [options] [plan]',
    description:
      'What a plan amounts to: cells, samples, estimated time, and what is left out, with reasons.',
    load: async () => (await import('./lab-plan.ts')).labPlanCommand,
  },
  {
    usage: 'results [options] [run]',
    description:
      'Results of a lab run: gains, effects of factors, efficiency, the papers’ tables, ' +
      'retransmissions, shares of network and computation.',
    load: async () => (await import('./lab-results.ts')).labResultsCommand,
  },
  {
    usage: 'calibrate [options]',
    description:
      'Puts links in place, measures them (our own echo, ping, iperf3) and says where they are not ' +
      'what they are set to: then the exit code is 75.',
    load: async () => (await import('./lab-calibrate.ts')).labCalibrateCommand,
  },
]
