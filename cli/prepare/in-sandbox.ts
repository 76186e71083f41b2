import { type Command, InvalidArgumentError, Option } from 'commander'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import { parseLink } from '../../lab/link/condition/parse.ts'
import type { Sandbox } from '../../lab/sandbox/open.ts'
import { CliError, EXIT, untilInterrupted } from '../exit/exit-codes.ts'
import { wholeNumber } from '../options/arguments.ts'
import { ENTRY } from '../options/entry.ts'
import { passedOn } from '../options/passed-on.ts'
import type { ProbingNeeds } from './prepare-probing.ts'

export interface InSandboxOptions {
  readonly sandbox?: boolean
  readonly sandboxSites?: number
  readonly link?: LinkCondition
}

/** Adds the options by which a command works on the sandbox in place of the internet. */
export function sandboxOptions(command: Command): Command {
  return command
    .option('--sandbox', 'a small internet on this machine, with known truth, instead of the live one')
    .addOption(
      new Option(
        '--sandbox-sites <n>',
        'entries of the sandbox’s list: its sites, then replicas of them',
      ).argParser(wholeNumber(1, 1_000_000)),
    )
    .addOption(
      new Option(
        '--link <condition>',
        'an emulated link between browser and sandbox, such as rtt=100ms,down=10,up=10,loss=0.01 or profile=google-3g',
      ).argParser(linkCondition),
    )
}

/** @throws CliError where options of the sandbox are given without it */
export function demandSandbox({ sandbox, sandboxSites, link }: InSandboxOptions): void {
  if (sandbox === true) return
  if (sandboxSites !== undefined) throw new CliError(EXIT.usage, '--sandbox-sites needs --sandbox')
  if (link !== undefined) throw new CliError(EXIT.usage, '--link needs --sandbox')
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

const SANDBOX_CANARY = 'all-three.test'

/** Environment variable by which the command inside the sandbox knows its link: as configured and as measured. */
export const LINK = 'TOWLINE_LINK'

/** Runs the same command once more in the namespace of the sandbox's client, where only the sandbox is to be seen. */
export async function runInSandbox(
  command: Command,
  options: InSandboxOptions &
    ProbingNeeds & {
      /** Serves a command that visits many sites. */
      readonly concurrency?: number
      readonly sites?: readonly string[]
    },
): Promise<number> {
  const odd = NOT_IN_SANDBOX.find((name) => command.getOptionValueSource(name) === 'cli')
  if (odd !== undefined) {
    const flag = command.options.find((option) => option.attributeName() === odd)?.long ?? odd
    throw new CliError(EXIT.usage, `${flag} cannot be given with --sandbox: the sandbox brings its own`)
  }
  await using interrupt = untilInterrupted()
  const [{ openSandbox }, { preparePart }, { prepareProbing }, { runInside }] = await Promise.all([
    import('../../lab/sandbox/open.ts'),
    import('./prepare-part.ts'),
    import('./prepare-probing.ts'),
    import('./run-inside.ts'),
  ])
  await preparePart('sandbox', options.cache, interrupt.signal)
  if (options.link !== undefined) await preparePart('link', options.cache, interrupt.signal)
  await prepareProbing(options, interrupt.signal)
  process.stderr.write('opening the sandbox …\n')
  await using sandbox = await openSandbox({
    cacheDir: options.cache,
    ...(options.sandboxSites === undefined ? {} : { sites: options.sandboxSites }),
    ...(options.link === undefined ? {} : { link: options.link }),
  }).catch((error: unknown) => {
    // Ctrl-C goes to the whole group, to which the sandbox's process belongs in its first moment.
    interrupt.signal.throwIfAborted()
    throw error
  })
  interrupt.signal.throwIfAborted()
  const link = await linkOf(sandbox, options.cache, interrupt.signal)
  const inside = [
    // Sites that were named make a list of their own.
    ...(options.sites === undefined && command.name() === 'crawl'
      ? ['--list', sandbox.listFile, '--list-name', 'sandbox']
      : []),
    '--resolver',
    sandbox.resolver,
    '--ca',
    sandbox.caFile,
    '--allow-address',
    sandbox.allowCidrs.join(','),
    ...(command.options.some(({ long }) => long === '--h3-canary') ? ['--h3-canary', SANDBOX_CANARY] : []),
    // All replicas of a site share its address; nobody else is disturbed.
    ...(command.getOptionValueSource('perAddress') === 'default'
      ? ['--per-address', String(options.concurrency)]
      : []),
  ]
  const argv = [
    process.execPath,
    ENTRY,
    command.name(),
    ...command.args,
    ...passedOn(command, SANDBOX_OPTIONS),
    ...inside,
  ]
  return await runInside(
    sandbox,
    argv,
    link === null ? {} : { [LINK]: JSON.stringify(link) },
    interrupt.signal,
  )
}

/** The sandbox's link with what it really does. */
async function linkOf(sandbox: Sandbox, cacheDir: string, signal: AbortSignal): Promise<object | null> {
  if (sandbox.link === null) return null
  process.stderr.write('measuring the link …\n')
  const { calibrate } = await import('../../lab/link/measure/calibrate.ts')
  const measured = await calibrate({
    command: (argv) => sandbox.command(argv),
    echoAddress: sandbox.echoAddress,
    condition: sandbox.link.condition,
    cacheDir,
    signal,
  })
  return { ...sandbox.link, measured }
}

const SANDBOX_OPTIONS: readonly string[] = ['sandbox', 'sandboxSites', 'link']

export function linkCondition(text: string): LinkCondition {
  try {
    return parseLink(text)
  } catch (error) {
    throw new InvalidArgumentError(`${(error as Error).message}.`)
  }
}
