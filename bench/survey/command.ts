import { writeFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { untilInterrupted } from '../../cli/exit/exit-codes.ts'
import { commaList, wholeNumber } from '../../cli/options/arguments.ts'
import { cacheOption } from '../../cli/options/cache-option.ts'
import { preparePart } from '../../cli/prepare/prepare-part.ts'
import { findProgram } from '../../crawler/process/find-program.ts'
import { benchFolder } from '../harness/bench-folder.ts'
import { machine, measuredOn } from '../harness/machine.ts'
import { printProgress } from '../harness/progress.ts'
import { SURVEY_CONTENDERS } from './contenders.ts'
import { openInternet } from './internet.ts'
import { measureMemory } from './memory.ts'
import { openReplicaSandbox } from './replica-sandbox.ts'
import { comparisonReport, memoryReport, surveyRunLine } from './report.ts'
import { runSurveyRounds, type SurveyEntrant } from './rounds.ts'
import { summarizeSurveys } from './summary.ts'
import { SURVEY_TARGETS } from './targets.ts'

interface BenchOptions {
  readonly rounds: number
  readonly sites: number
  readonly only?: string
  readonly memory?: boolean
  readonly internet?: boolean
  readonly contenders?: string[]
  readonly json?: string
  readonly cache: string
}

/** `bench-survey`: towline beside its peers on one sandbox, or its memory over the length of the list. */
export function benchCommand(): Command {
  return new Command('bench-survey')
    .description('Measures the survey beside httpx and zgrab2 (where they are on the PATH) in the sandbox.')
    .addOption(
      new Option('--rounds <n>', 'rounds, each contender once in each')
        .argParser(wholeNumber(1, 100))
        .default(3),
    )
    .addOption(
      new Option('--sites <n>', 'hosts of each list').argParser(wholeNumber(10, 100_000)).default(10_000),
    )
    .addOption(
      new Option('--only <discipline>', 'one of the two comparisons').choices(['alpn-and-get', 'everything']),
    )
    .option('--internet', 'instead: behind round trips of 30 to 800 ms, some hosts dead; as root')
    .addOption(new Option('--contenders <names>', 'only these, comma separated').argParser(commaList))
    .option('--memory', 'instead: peak memory of towline alone at 10,000 and at 50,000 sites')
    .option('--json <file>', 'also write every run and the summary to this file')
    .addOption(cacheOption('where the sandbox’s programs are unpacked'))
    .action(bench)
}

async function bench(options: BenchOptions): Promise<void> {
  await using interrupt = untilInterrupted()
  await preparePart('sandbox', options.cache, interrupt.signal)
  if (options.internet === true) await preparePart('origin', options.cache, interrupt.signal)
  await using cleanup = new AsyncDisposableStack()
  const { path: folder } = cleanup.use(await benchFolder())
  const run = { folder, clock: () => performance.now(), signal: interrupt.signal }
  const result = options.memory === true ? await memory(options, run) : await compare(options, run)
  if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(result, null, 2)}\n`)
}

interface BenchEnvironment {
  readonly folder: string
  readonly clock: () => number
  readonly signal: AbortSignal
}

async function compare(options: BenchOptions, run: BenchEnvironment): Promise<object> {
  const { rounds, sites, only, internet = false, contenders, cache } = options
  const entrants = SURVEY_CONTENDERS.filter(
    ({ discipline, name }) =>
      (discipline === 'internet') === internet &&
      (only === undefined || internet || discipline === only) &&
      (contenders === undefined || contenders.includes(name)),
  ).flatMap(entrant)
  const opening = { cacheDir: cache, signal: run.signal }
  await using replicas = internet
    ? await openInternet(sites, opening)
    : await openReplicaSandbox(sites, 'both', opening)
  const measuredMachine = measuredOn(printProgress)
  const runs = await runSurveyRounds(replicas, entrants, {
    ...run,
    rounds,
    onRun: (each) => printProgress(surveyRunLine(each)),
  })
  const summary = summarizeSurveys(
    runs,
    SURVEY_TARGETS.filter(({ discipline }) => (discipline === 'internet') === internet),
  )
  console.log(comparisonReport(summary, measuredMachine))
  const verdicts = summary.verdicts.map(({ target, value, met }) => ({ target, ratio: value, met }))
  return { machine: measuredMachine, ...summary, verdicts, runs }
}

function entrant(contender: SurveyEntrant['contender']): SurveyEntrant[] {
  if (contender.program === null) return [{ contender, program: null }]
  const program = findProgram(contender.program)
  if (program !== null) return [{ contender, program }]
  printProgress(
    `${contender.name} (${contender.discipline}) is left out: ${contender.program} is not on the PATH`,
  )
  return []
}

async function memory({ cache }: BenchOptions, run: BenchEnvironment): Promise<object> {
  const measuredMachine = machine()
  const result = await measureMemory({
    ...run,
    cacheDir: cache,
    onRun: ({ sites, peakMiB, wallMs }) =>
      printProgress(
        `${sites} sites: ${peakMiB.toFixed(0)} MiB, ${(sites / (wallMs / 1000)).toFixed(0)} sites/s`,
      ),
  })
  console.log(memoryReport(result, measuredMachine))
  return { machine: measuredMachine, ...result }
}
