import { join } from 'node:path'
import { Command, Option } from 'commander'
import { openDatabase } from '../db/open.ts'
import { openSandbox } from '../lab/sandbox/open.ts'
import { wholeNumber } from './arguments.ts'
import { CliError, EXIT } from './exit-codes.ts'
import { untilInterrupted } from './interrupt.ts'
import { prepareSandbox } from './prepare-sandbox.ts'
import { addRunOptions, type RunOptions } from './run-options.ts'
import { runSurveyFor } from './run-survey.ts'
import { runInside } from './sandbox.ts'
import { addSelectOptions, type SelectOptions, showSelection } from './select.ts'
import { showSummary } from './survey-summary.ts'

interface CrawlOptions extends RunOptions, SelectOptions {
  readonly sandbox?: boolean
  readonly sandboxSites?: number
  readonly surveyOnly?: boolean
}

/** `towline crawl`: the main job, from a ranked list to figures. */
export function crawlCommand(): Command {
  const command = new Command('crawl').description(
    'Survey a ranked list (who speaks HTTP/1.1, HTTP/2, HTTP/3), then select sites to probe.',
  )
  command
    .optionsGroup('What is crawled:')
    .option('--sandbox', 'a small internet on this machine, with known truth, instead of the live one')
    .addOption(
      new Option(
        '--sandbox-sites <n>',
        'entries of the sandbox’s list: its sites, then replicas of them',
      ).argParser(wholeNumber(1, 1_000_000)),
    )
    .option('--survey-only', 'stop after the survey')
  addRunOptions(command)
  addSelectOptions(command.optionsGroup('Selection:'))
  return command.action(async (options: CrawlOptions) => {
    if (options.sandbox !== true && options.sandboxSites !== undefined)
      throw new CliError(EXIT.usage, '--sandbox-sites needs --sandbox')
    process.exitCode = options.sandbox === true ? await crawlSandbox(command, options) : await crawl(options)
  })
}

async function crawl(options: CrawlOptions): Promise<number> {
  await using interrupt = untilInterrupted()
  const { surveyId, exitCode } = await runSurveyFor(options, interrupt.signal)
  await using db = await openDatabase({ url: options.database, readOnly: true })
  await showSummary(db, surveyId, { format: 'table' })
  if (exitCode === EXIT.ok && options.surveyOnly !== true)
    await showSelection(db, surveyId, { ...options, format: 'table' })
  console.log(`\nAll sites: npx towline survey show ${surveyId}`)
  return exitCode
}

/** Options that the sandbox itself answers, or that only make sense on the live internet. */
const NOT_IN_SANDBOX = [
  'list',
  'listName',
  'trancoId',
  'trancoDate',
  'resolver',
  'ca',
  'allowAddress',
  'h3Canary',
] as const

/** Runs the same command once more in the namespace of the sandbox's client, where only the sandbox is to be seen. */
async function crawlSandbox(command: Command, options: CrawlOptions): Promise<number> {
  const odd = NOT_IN_SANDBOX.find((name) => command.getOptionValueSource(name) === 'cli')
  if (odd !== undefined) {
    const flag = command.options.find((option) => option.attributeName() === odd)?.long ?? odd
    throw new CliError(EXIT.usage, `${flag} cannot be given with --sandbox: the sandbox brings its own`)
  }
  await using interrupt = untilInterrupted()
  await prepareSandbox(options.cache, interrupt.signal)
  process.stderr.write('opening the sandbox …\n')
  await using sandbox = await openSandbox({
    cacheDir: options.cache,
    ...(options.sandboxSites === undefined ? {} : { sites: options.sandboxSites }),
  })
  interrupt.signal.throwIfAborted()
  const inside = [
    ...['--list', sandbox.listFile, '--list-name', 'sandbox'],
    ...['--resolver', sandbox.resolver, '--ca', sandbox.caFile],
    ...['--allow-address', sandbox.allowCidrs.join(','), '--h3-canary', SANDBOX_CANARY],
    // All replicas of a site share its address; nobody else is disturbed.
    ...(command.getOptionValueSource('perAddress') === 'default'
      ? ['--per-address', String(options.concurrency)]
      : []),
  ]
  const entry = join(import.meta.dirname, '..', 'scripts', 'towline.ts')
  const argv = [process.execPath, entry, 'crawl', ...passedOn(command), ...inside]
  return await runInside(sandbox, argv, {}, interrupt.signal)
}

const SANDBOX_CANARY = 'all-three.test'

/** The options that the user gave, as arguments, without those that choose the sandbox. */
function passedOn(command: Command): string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName()
    const source = command.getOptionValueSource(name)
    if (source !== 'cli' || name === 'sandbox' || name === 'sandboxSites') return []
    const value: unknown = command.getOptionValue(name)
    const flag = option.long ?? ''
    if (option.negate) return value === false ? [flag] : []
    if (value === true) return [flag]
    // In one argument, so that a value that begins with a hyphen is not taken for a flag.
    return [`${flag}=${Array.isArray(value) ? value.join(',') : String(value)}`]
  })
}
