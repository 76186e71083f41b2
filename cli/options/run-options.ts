import { type Command, Option } from 'commander'
import type { AskedPage } from '../../crawler/survey/http/asked-page.ts'
import { OPERATIONS, type Operation } from '../../model/operation.ts'
import { commaList, headerText, milliseconds, operationList, wholeNumber } from './arguments.ts'
import { cacheOption } from './cache-option.ts'
import { contactOption } from './contact-option.ts'
import { databaseOption } from './database.ts'

export interface RunOptions {
  readonly list?: string
  readonly listName?: string
  readonly trancoId?: string
  readonly trancoDate?: string
  readonly top?: number
  readonly resume?: boolean
  readonly operations: Operation[]
  readonly concurrency: number
  /** Serves `crawl` alone. */
  readonly workers?: number
  readonly perAddress: number
  readonly timeout: number
  readonly resolver?: string[]
  readonly ca?: string
  readonly allowAddress: string[]
  readonly contact?: string
  readonly userAgent?: string
  readonly optOut?: string
  readonly robots: boolean
  readonly h3Canary?: string
  readonly seed?: number
  readonly vantage?: string
  /** Serves `check` alone: another page than the home page of the site. */
  readonly page?: AskedPage
  readonly cache: string
  readonly database: string
}

/** Adds the options that say which sites are surveyed, and how far. */
export function addListOptions(command: Command): Command {
  return command
    .optionsGroup('What is surveyed:')
    .addOption(
      new Option(
        '--list <file>',
        'your own list: CSV `rank,domain`, CrUX’s `origin,rank` or one domain a line; also .csv.gz and .zip',
      ).conflicts(['trancoId', 'trancoDate']),
    )
    .option('--list-name <name>', 'what to call that list in tables (default: its path)')
    .addOption(
      new Option('--tranco-id <id>', 'the Tranco list with this id (default: the newest)').conflicts(
        'trancoDate',
      ),
    )
    .option('--tranco-date <date>', 'the Tranco list of this day, YYYY-MM-DD')
    .addOption(new Option('--top <n>', 'only the first n entries').argParser(wholeNumber(1, 100_000_000)))
    .addOption(
      new Option('--operations <names>', `network operations, comma separated, of: ${OPERATIONS.join(',')}`)
        .argParser(operationList)
        .default([...OPERATIONS], 'all six'),
    )
}

/** Adds the option of how many processes share a survey. */
export function addWorkersOption(command: Command): Command {
  return command
    .optionsGroup('How it runs:')
    .addOption(
      new Option(
        '--workers <n>',
        'processes that share the survey of 200 sites or more, and divide --concurrency and --per-address ' +
          '(default: 2; for fewer than 5,000 sites on two cores, and on one core, 1)',
      ).argParser(wholeNumber(1, 64)),
    )
}

/** Adds the options of how a survey runs; `crawl` and `probe` share them. */
export function addRunOptions(command: Command): Command {
  addPaceOptions(command)
  addNetworkOptions(command)
  addConductOptions(command)
  return command
    .optionsGroup('Files:')
    .addOption(databaseOption())
    .addOption(cacheOption('downloaded lists, sandbox programs'))
}

function addPaceOptions(command: Command): Command {
  return command
    .optionsGroup('How it runs:')
    .option('--resume', 'resume the last unfinished survey of the same list and options')
    .addOption(
      new Option(
        '--concurrency <n>',
        'sites visited at once, at most: fewer where the line or this machine is the limit',
      )
        .argParser(wholeNumber(1, 10_000))
        .default(1_000),
    )
    .option('--per-address <n>', 'sites at once that share one address', wholeNumber(1, 10_000), 2)
    .addOption(
      new Option('--timeout <time>', 'limit for one site as a whole')
        .argParser(milliseconds)
        .default(20_000, '20s'),
    )
    .option('--seed <n>', 'of the order of visits (default: drawn, and stored)', wholeNumber(0, 2 ** 32 - 1))
    .option('--vantage <name>', 'a name for the vantage point, stored with the survey')
}

/** Adds the options of which network is measured. */
export function addNetworkOptions(command: Command): Command {
  return addReachOptions(command).addOption(h3CanaryOption())
}

/** The known-good HTTP/3 server. */
export function h3CanaryOption(): Option {
  return new Option(
    '--h3-canary <host>',
    'a host known to serve HTTP/3: requested every 500 sites, so that UDP blocked on our side is not taken for ' +
      'theirs; `none` requests none (default: www.google.com, none with --allow-address)',
  )
}

export function addReachOptions(command: Command): Command {
  return command
    .optionsGroup('Network:')
    .addOption(
      new Option(
        '--resolver <addresses>',
        'recursive resolvers, comma separated, each `address` or `address:port` (default: the system’s)',
      ).argParser(commaList),
    )
    .option('--ca <file>', 'trust the certificate authorities of this PEM file instead of the system’s')
    .addOption(allowAddressOption())
}

/** Reserved ranges, for a network of one's own. */
export function allowAddressOption(): Option {
  return new Option(
    '--allow-address <ranges>',
    'also connect to these reserved ranges, for your own network: CIDR, comma separated',
  )
    .argParser(commaList)
    .default([], 'none')
}

export function addConductOptions(command: Command): Command {
  return command
    .optionsGroup('Good citizenship:')
    .addOption(contactOption())
    .addOption(
      new Option(
        '--user-agent <text>',
        'instead of `Mozilla/5.0 (compatible; towline/VERSION; +CONTACT)`',
      ).argParser(headerText),
    )
    .addOption(optOutOption())
    .option('--no-robots', 'do not request robots.txt (only for your own networks)')
}

/** Says whom nobody contacts. */
export function optOutOption(): Option {
  return new Option('--opt-out <file>', 'domains and address ranges never to be contacted, one a line').env(
    'TOWLINE_OPT_OUT',
  )
}
