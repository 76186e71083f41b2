import { type Command, InvalidArgumentError, Option } from 'commander'
import { NETWORK_NAMES, type NetworkName } from '../../advise/networks.ts'
import type { CheckOptions } from '../check/check-options.ts'
import { cacheOption } from '../options/cache-option.ts'
import { addConductOptions, addNetworkOptions } from '../options/run-options.ts'
import { sandboxOptions } from '../prepare/in-sandbox.ts'
import { busyLimitOption, unconfinedOption, unsafeNoSandboxOption } from '../probe/probe-options.ts'
import { adviceAssertionTexts } from './advice-assertion.ts'

/** Options of `towline advise`, as commander gives them. */
export type AdviseOptions = Omit<CheckOptions, 'arms' | 'capture' | 'filmstrip' | 'pause' | 'rounds'> & {
  readonly networks: readonly NetworkName[]
  readonly minutes: number
  readonly report?: string
  /** Only what is taken in the sandbox: live loads and the recording, into a folder that another process made. */
  readonly liveOnly?: string
}

const MINUTES = 15

export function addAdviseOptions(command: Command): Command {
  sandboxOptions(
    command
      .optionsGroup('What is tried:')
      .addOption(
        new Option(
          '--networks <names>',
          `which visitors have, comma separated, of: ${NETWORK_NAMES.join(',')}`,
        )
          .argParser(networkList)
          .default([...NETWORK_NAMES], 'all five'),
      )
      .addOption(
        new Option('--minutes <n>', 'how long it may take; it ends before where all verdicts are known')
          .argParser(minutes)
          .default(MINUTES),
      )
      .addOption(busyLimitOption())
      .addOption(unsafeNoSandboxOption())
      .addOption(unconfinedOption())
      .option('--resume', 'go on with the last advice on this page that was stopped')
      .option('--vantage <name>', 'a name for the vantage point, stored with the live loads'),
  )
  addNetworkOptions(command)
  addConductOptions(command)
  return command
    .optionsGroup('Results:')
    .option('--report <file>', 'write the report as one HTML file (default: in the folder)')
    .option('--json <file>', 'write the result as JSON (docs/advise.schema.json)')
    .addOption(
      new Option(
        '--assert <gain>',
        "a threshold of a gain in replays, such as 'h3 on 4g >= 1.05', also several: the exit code is 1 where the interval shows that it is missed",
      )
        .argParser(adviceAssertionTexts)
        .default([], 'none'),
    )
    .option('--junit <file>', 'write the assertions as JUnit XML')
    .optionsGroup('Files:')
    .option('--folder <folder>', 'where recording, database and report are written', 'data/advice')
    .addOption(cacheOption('browser, sandbox programs, lab'))
    .addOption(new Option('--live-only <folder>').hideHelp())
}

function networkList(text: string): NetworkName[] {
  const names = [...new Set(text.split(',').map((name) => name.trim().toLowerCase()))]
  const unknown = names.find((name) => !(NETWORK_NAMES as string[]).includes(name))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`'${unknown}' is no network: there are ${NETWORK_NAMES.join(', ')}.`)
  return names as NetworkName[]
}

function minutes(text: string): number {
  const value = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || value < 0.5 || value > 24 * 60)
    throw new InvalidArgumentError('must be a number of minutes, 0.5 to 1440.')
  return value
}
