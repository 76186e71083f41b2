import { type Command, Option } from 'commander'
import { cacheOption } from '../options/cache-option.ts'
import { addConductOptions, addNetworkOptions } from '../options/run-options.ts'
import { busyLimitOption, unconfinedOption, unsafeNoSandboxOption } from '../probe/probe-options.ts'

interface PageCommand {
  /** `check` or `advise`: the schema of its JSON is called so. */
  readonly name: string
  /** An assertion, such as `h3 >= 1.0`. */
  readonly asserted: string
  readonly parseAsserted: (text: string, previous?: readonly string[]) => string[]
  /** Folder of its files. */
  readonly folder: string
  /** Says what its programs are for. */
  readonly cached: string
}

/** Options of a command that loads one page of the web and judges it: conduct, network, results and files. */
export function addPageOptions(
  command: Command,
  { name, asserted, parseAsserted, folder, cached }: PageCommand,
): Command {
  command
    .addOption(busyLimitOption())
    .addOption(unsafeNoSandboxOption())
    .addOption(unconfinedOption())
    .option('--resume', 'resume the last unfinished run on this page with these options')
    .option('--vantage <name>', 'a name for the vantage point, stored with the loads')
  addNetworkOptions(command)
  addConductOptions(command)
  return command
    .optionsGroup('For CI:')
    .addOption(
      new Option(
        '--assert <gain>',
        `a threshold of a gain, such as '${asserted}', also several: the exit code is 1 where the interval shows that it is missed`,
      )
        .argParser(parseAsserted)
        .default([], 'none'),
    )
    .option('--json <file>', `write the result as JSON (docs/${name}.schema.json)`)
    .option('--junit <file>', 'write the assertions as JUnit XML')
    .optionsGroup('Files:')
    .option('--folder <folder>', 'where reports and databases are written', folder)
    .addOption(cacheOption(cached))
}
