import { type Command, InvalidArgumentError, Option } from 'commander'
import { NETWORK_NAMES, type NetworkName } from '../../advise/network-words.ts'
import type { CheckOptions } from '../check/check-options.ts'
import { addPageOptions } from '../check/page-options.ts'
import { sandboxOptions } from '../prepare/in-sandbox.ts'
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
      ),
  )
  return addPageOptions(command, {
    name: 'advise',
    ...{ asserted: 'h3 on 4g >= 1.05', parseAsserted: adviceAssertionTexts },
    ...{ folder: 'data/advice', cached: 'browser, sandbox programs, lab' },
  })
    .option('--report <file>', 'write the report as one HTML file (default: in the folder)')
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
