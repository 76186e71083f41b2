import { type Command, InvalidArgumentError, Option } from 'commander'
import { wholeNumber } from '../options/arguments.ts'
import { cacheOption } from '../options/cache-option.ts'
import { contactOption } from '../options/contact-option.ts'
import { addReachOptions, optOutOption, type RunOptions } from '../options/run-options.ts'
import { type ProbeOptions, unconfinedOption } from '../probe/probe-options.ts'

/** Options of `towline serve` for checks that visitors ask for. */
export type CheckBoxFlags = Pick<
  RunOptions,
  'allowAddress' | 'ca' | 'cache' | 'contact' | 'database' | 'optOut' | 'resolver'
> &
  Pick<ProbeOptions, 'unconfined'> & {
    /** A day, in all; absent: none are taken. */
    readonly acceptChecks?: number
    readonly checksPerAddress: number
  }

export function addCheckBoxOptions(command: Command): Command {
  command
    .optionsGroup('A box for URLs:')
    .addOption(
      new Option(
        '--accept-checks <n/day>',
        'check pages that visitors ask for, one at a time, so many in a day; needs what `towline check` needs (default: none)',
      ).argParser(perDay),
    )
    .option('--checks-per-address <n>', 'of these, of one address in a day', wholeNumber(1, 10_000), 5)
    .addOption(unconfinedOption())
    .addOption(contactOption())
    .addOption(optOutOption())
    .addOption(cacheOption('browser, packet tools'))
  return addReachOptions(command)
}

/** `50/day`; a plain number is the same. */
export function perDay(text: string): number {
  const number = /^(\d+)(?:\/day)?$/.exec(text)?.[1]
  if (number === undefined)
    throw new InvalidArgumentError('must be a number of checks a day, such as 50/day.')
  return wholeNumber(1, 10_000)(number)
}

export function checkWords(flags: CheckBoxFlags): string[] {
  const { allowAddress, ca, cache, contact, optOut, resolver, unconfined } = flags
  return [
    ...['--cache', cache],
    ...(unconfined === true ? ['--unconfined'] : []),
    ...(contact === undefined ? [] : ['--contact', contact]),
    ...(optOut === undefined ? [] : ['--opt-out', optOut]),
    ...(resolver === undefined ? [] : ['--resolver', resolver.join(',')]),
    ...(ca === undefined ? [] : ['--ca', ca]),
    ...(allowAddress.length === 0 ? [] : ['--allow-address', allowAddress.join(',')]),
  ]
}
