import type { CommandTable } from '../options/command-table.ts'

/** `towline sites …`: what pages are made of, from the loads of a campaign. */
export const SITES_COMMANDS: CommandTable = [
  {
    usage: 'show [options] [domain]',
    description:
      'resources, sizes, domains, servers, shares of the top hosts, RTT and CDN; of one site also each ' +
      'host (Elkhatib 2014, Table I; CableLabs 2012, Tables 2 and 3)',
    load: async () => (await import('./sites-show.ts')).sitesShowCommand,
  },
  {
    usage: 'distribution [options]',
    description:
      'over all sites of a campaign: hosts, requests, bytes, connections, share of the largest host ' +
      'and more, each by its quantiles, with the interval of the median (Elkhatib 2014, Figure 7)',
    load: async () => (await import('./sites-distribution.ts')).sitesDistributionCommand,
  },
]
