import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { CliError, EXIT, untilInterrupted } from '../../cli/exit/exit-codes.ts'
import { commaList, wholeNumber } from '../../cli/options/arguments.ts'
import { cacheOption } from '../../cli/options/cache-option.ts'
import { preparePart } from '../../cli/prepare/prepare-part.ts'
import { findBrowser } from '../../crawler/probe/browser/find-browser.ts'
import { findProgram, pathFolders } from '../../crawler/process/find-program.ts'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import { openSandbox } from '../../lab/sandbox/open.ts'
import { benchFolder } from '../harness/bench-folder.ts'
import { measuredOn } from '../harness/machine.ts'
import { printProgress } from '../harness/progress.ts'
import { BENCH_ARMS, type BenchArm } from './contender.ts'
import { PROBE_CONTENDERS } from './contenders.ts'
import { linkOption } from './link-option.ts'
import { linkText } from './link-text.ts'
import { probeReport, probeRunLine } from './report.ts'
import { type ProbeEntrant, runProbeRounds } from './rounds.ts'
import { demandPage } from './sandbox-page.ts'
import { summarizeProbes } from './summary.ts'

interface BenchOptions {
  readonly rounds: number
  readonly samples: number
  readonly arm: BenchArm
  readonly site: string
  readonly link?: LinkCondition
  readonly only?: string[]
  readonly peers?: string
  readonly json?: string
  readonly cache: string
}

/** `bench-probe`: towline beside its peers, all loading the same page of one sandbox under the same arm. */
export function benchProbeCommand(): Command {
  return new Command('bench-probe')
    .description(
      'Measures live probing beside browsertime and chrome-har-capturer, where they are to be found.',
    )
    .addOption(
      new Option('--rounds <n>', 'rounds, each contender once in each')
        .argParser(wholeNumber(1, 100))
        .default(5),
    )
    .addOption(
      new Option('--samples <n>', 'loads of each contender in each round')
        .argParser(wholeNumber(2, 1_000))
        .default(10),
    )
    .addOption(new Option('--arm <arm>', 'protocol setting of all loads').choices(BENCH_ARMS).default('h2'))
    .option('--site <domain>', 'page of the sandbox that is loaded', 'page-12.test')
    .addOption(linkOption())
    .addOption(
      new Option(
        '--only <names>',
        `some of: ${PROBE_CONTENDERS.map(({ name }) => name).join(',')}`,
      ).argParser(commaList),
    )
    .option('--peers <folder>', 'where npm has installed the peers: looked into before the PATH')
    .option('--json <file>', 'also write every run and the summary to this file')
    .addOption(cacheOption('where the sandbox’s programs are unpacked'))
    .action(bench)
}

async function bench(options: BenchOptions): Promise<void> {
  const { rounds, samples, arm, site, link, cache } = options
  const entrants = entrantsOf(options)
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  for (const part of ['sandbox', 'browser', 'packets'] as const) await preparePart(part, cache, signal)
  if (link !== undefined) await preparePart('link', cache, signal)
  const chromium = findBrowser()
  if (chromium === null) throw new CliError(EXIT.unavailable, 'there is no browser to measure with')
  await using cleanup = new AsyncDisposableStack()
  const { path: folder } = cleanup.use(await benchFolder())
  const sandbox = cleanup.use(
    await openSandbox({ cacheDir: cache, signal, ...(link === undefined ? {} : { link }) }),
  )
  demandPage(sandbox, site, [arm])
  const measuredMachine = measuredOn(printProgress)
  const runs = await runProbeRounds(sandbox, entrants, {
    rounds,
    samples,
    arm,
    host: site,
    chromium,
    folder,
    signal,
    wallClock: Date.now,
    onRun: (run) => printProgress(probeRunLine(run)),
  })
  const summary = summarizeProbes(runs)
  const about = `${site} under ${arm}, ${samples} loads a round, link: ${linkText(sandbox.link)}`
  console.log(probeReport(summary, about, measuredMachine))
  if (options.json !== undefined)
    await writeFile(
      options.json,
      `${JSON.stringify({ machine: measuredMachine, about, ...summary, runs }, null, 2)}\n`,
    )
}

/** The contenders whose programs are there; says which are not. */
function entrantsOf({ only, peers }: BenchOptions): ProbeEntrant[] {
  const unknown = only?.find((name) => !PROBE_CONTENDERS.some((each) => each.name === name))
  if (unknown !== undefined) throw new CliError(EXIT.usage, `'${unknown}' is no contender`)
  const folders = pathFolders()
  if (peers !== undefined) folders.unshift(join(resolve(peers), 'node_modules', '.bin'), resolve(peers))
  return PROBE_CONTENDERS.filter(({ name }) => only?.includes(name) !== false).flatMap(
    (contender): ProbeEntrant[] => {
      const found = contender.programs.map((name) => findProgram(name, folders))
      const programs = found.filter((file) => file !== null)
      if (programs.length === found.length) return [{ contender, programs }]
      const missing = contender.programs.filter((_, index) => found[index] === null)
      printProgress(
        `${contender.name} is left out: ${missing.join(' and ')} not found in --peers or on the PATH`,
      )
      return []
    },
  )
}
