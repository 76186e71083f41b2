import { type Command, Option } from 'commander'
import type { Backend } from '../../lab/link/condition/link.ts'
import { milliseconds, wholeNumber } from '../options/arguments.ts'
import { linkBackendOption } from '../options/link-backend-option.ts'
import { BUSY_LIMIT, busyLimitOption, noCaptureOption, percent } from '../probe/probe-options.ts'
import { GRAPH_BUSY_LIMIT } from './busy-limit.ts'
import { MOST_LANES } from './lane-count.ts'
import { maxMissesOption } from './max-misses-option.ts'

/** How the samples of a lab run are taken, whatever its plan is. */
export interface TakingOptions {
  readonly resume?: true
  readonly untilCi?: number
  readonly blocks?: number
  /** Null: as many as the machine bears (`laneCount`). */
  readonly lanes: number | null
  readonly capture: boolean
  readonly loadTimeout: number | null
  /** Null: that of the plan (`busyLimitOf`). */
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
