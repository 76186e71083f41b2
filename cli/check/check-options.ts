import { type Command, InvalidArgumentError, Option } from 'commander'
import { LOAD_LIMITS } from '../../crawler/probe/load/load-limits.ts'
import { OPERATIONS } from '../../model/operation.ts'
import { MIN_ROUNDS } from '../../stats/comparison/compare-arms.ts'
import { milliseconds, wholeNumber } from '../options/arguments.ts'
import type { RunOptions } from '../options/run-options.ts'
import { type InSandboxOptions, sandboxOptions } from '../prepare/in-sandbox.ts'
import type { CampaignOptions } from '../probe/campaign-for.ts'
import { armsOption, filmstripOption, noCaptureOption, type ProbeOptions } from '../probe/probe-options.ts'
import { assertionTexts } from './assertion.ts'
import { addPageOptions } from './page-options.ts'

export type CheckOptions = InSandboxOptions &
  Pick<
    RunOptions,
    | 'allowAddress'
    | 'ca'
    | 'cache'
    | 'contact'
    | 'h3Canary'
    | 'optOut'
    | 'resolver'
    | 'resume'
    | 'robots'
    | 'userAgent'
    | 'vantage'
  > &
  Pick<
    ProbeOptions,
    'arms' | 'busyLimit' | 'capture' | 'filmstrip' | 'pause' | 'rounds' | 'unconfined' | 'unsafeNoSandbox'
  > & {
    readonly folder: string
    readonly assert: string[]
    readonly json?: string
    readonly junit?: string
  }

export function addCheckOptions(command: Command): Command {
  sandboxOptions(
    command
      .optionsGroup('What is loaded:')
      .addOption(armsOption())
      .addOption(
        new Option(
          '--rounds <n>',
          `valid loads under each protocol, lost ones are taken again; ${MIN_ROUNDS} is the minimum for a verdict, more find smaller differences`,
        )
          .argParser(rounds)
          .default(MIN_ROUNDS),
      )
      .addOption(
        new Option('--pause <time>', 'between two loads')
          .argParser(milliseconds)
          .default(1_000, '1s; none on a network of your own'),
      )
      .addOption(noCaptureOption())
      .addOption(filmstripOption()),
  )
  return addPageOptions(command, {
    name: 'check',
    ...{ asserted: 'h3 >= 1.0', parseAsserted: assertionTexts },
    ...{ folder: 'data/checks', cached: 'browser, packet tools, sandbox programs' },
  })
}

/** Fewer give no verdict: even winning all of five rounds happens at random in 6 % of checks (docs/method.md). */
function rounds(text: string): number {
  if (/^[0-5]$/.test(text))
    throw new InvalidArgumentError(`must be ${MIN_ROUNDS} or more: fewer rounds give no verdict.`)
  return wholeNumber(MIN_ROUNDS, 10_000)(text)
}

/** Rounds for loads that are lost, so that the default gives a verdict: as many again, of the fewest that give one. */
const SPARE_ROUNDS = MIN_ROUNDS

/** The options of a survey and a campaign that a check is made of. */
export function runOptionsOf(
  options: CheckOptions,
  database: string,
): RunOptions & ProbeOptions & Required<Pick<CampaignOptions, 'enoughRounds'>> {
  return {
    ...options,
    rounds: options.rounds + Math.max(SPARE_ROUNDS, Math.ceil(options.rounds / 4)),
    enoughRounds: options.rounds,
    database,
    operations: [...OPERATIONS],
    concurrency: 1,
    perAddress: 1,
    timeout: 20_000,
    siteGap: 1,
    loadTimeout: 60_000,
    maxMemory: LOAD_LIMITS.memoryBytes,
  }
}
