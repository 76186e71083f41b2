import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Backend, LinkCondition } from '../../lab/link/condition/link.ts'
import type { Arm } from '../../model/arm.ts'
import { milliseconds, wholeNumber } from '../options/arguments.ts'
import { linkBackendOption } from '../options/link-backend-option.ts'
import { linkCondition } from '../prepare/in-sandbox.ts'
import { BUSY_LIMIT, busyLimitOption, noCaptureOption, percent } from '../probe/probe-options.ts'
import { GRAPH_BUSY_LIMIT, MOST_LANES } from './lane-count.ts'

/** Says how the samples of a lab run are taken, whatever its plan is. */
export interface TakingOptions {
  readonly resume?: true
  readonly untilCi?: number
  readonly blocks?: number
  /** Is null for as many as the machine bears (`laneCount`). */
  readonly lanes: number | null
  readonly capture: boolean
  readonly loadTimeout: number | null
  /** Is null for that of the plan (`busyLimitOf`). */
  readonly busyLimit: number | null
  readonly maxMisses: number
  readonly linkBackend?: Backend
  readonly cache: string
  readonly database: string
}

/** `--until-ci`, as a share. */
export function untilCiOption(): Option {
  return new Option(
    '--until-ci <percent>',
    'end a cell once the 95 % interval of each of its gains, one that holds at every look, is within ± this',
  ).argParser(percent)
}

/** Adds those that no plan has; where no page is a recording, there is nothing to miss. */
export function addTakingOptions(command: Command, { recordings = true } = {}): Command {
  if (recordings) command.addOption(maxMissesOption())
  return command
    .addOption(
      new Option(
        '--blocks <n>',
        'times to go through all cells, each with its share of the rounds (default: one for ten rounds, and for each graph of a page)',
      ).argParser(wholeNumber(1, 10_000)),
    )
    .addOption(
      new Option('--lanes <n>', 'cells at a time, each with a network and browsers of its own')
        .argParser(wholeNumber(1, MOST_LANES))
        .default(null, 'one; of graphs five a core, as many as there are cells at most'),
    )
    .addOption(
      new Option('--load-timeout <time>', 'limit for one load')
        .argParser(milliseconds)
        .default(null, 'three times the longest that the wire allows, and 60s at least'),
    )
    .addOption(
      busyLimitOption().default(null, `${BUSY_LIMIT}, of graphs ${GRAPH_BUSY_LIMIT}, in real time 1`),
    )
    .addOption(linkBackendOption())
    .addOption(noCaptureOption())
}

/** A load with more misses is left out, if nothing else is said. */
export const MAX_MISS_SHARE = 0.03

/** `--max-misses`, as a share. */
function maxMissesOption(): Option {
  return new Option(
    '--max-misses <percent>',
    'a load of a recorded page is invalid where the recording does not answer more of its requests',
  )
    .argParser(share)
    .default(MAX_MISS_SHARE, `${100 * MAX_MISS_SHARE} %`)
}

function share(text: string): number {
  const value = Number(/^(\d+(?:\.\d+)?)\s?%?$/.exec(text)?.[1])
  if (!(value >= 0 && value <= 100)) throw new InvalidArgumentError('must be a share such as 3%, from 0 on.')
  return value / 100
}

/** Says how pages of files are loaded: recordings and graphs, which have no plan. */
export interface LoadedOptions {
  readonly arms: readonly Arm[]
  readonly link?: readonly LinkCondition[]
  readonly rounds: number
  readonly seed: number
  readonly pause: number
  readonly yes?: true
}

/** `made`: `page was recorded`. */
export function linksOption(made: string): Option {
  return new Option(
    '--link <condition>',
    `such as rtt=100ms,down=10,up=10,loss=0.01 or profile=google-3g; may be repeated (default: the one that each ${made} behind)`,
  ).argParser((text: string, before: readonly LinkCondition[] | undefined) => [
    ...(before ?? []),
    linkCondition(text),
  ])
}

export function loadedRoundsOption(rounds: number): Option {
  return new Option('--rounds <n>', 'loads of each page over each link under each arm')
    .argParser(wholeNumber(1, 10_000))
    .default(rounds)
}

export const randomSeedOption = (): Option =>
  new Option('--seed <n>', 'of every random order').argParser(wholeNumber(0, 2 ** 32 - 1)).default(1)

export const pauseOption = (ms: number, text: string): Option =>
  new Option('--pause <time>', 'between two loads').argParser(milliseconds).default(ms, text)
