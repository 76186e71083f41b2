import { Option } from 'commander'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import type { Arm } from '../../model/arm.ts'
import { milliseconds, wholeNumber } from '../options/arguments.ts'
import { linkCondition } from '../prepare/in-sandbox.ts'

/** How pages of files are loaded: recordings and graphs, which have no plan. */
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
