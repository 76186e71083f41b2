import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { CliError, EXIT, untilInterrupted } from '../../cli/exit/exit-codes.ts'
import { milliseconds, wholeNumber } from '../../cli/options/arguments.ts'
import { cacheOption } from '../../cli/options/cache-option.ts'
import { duration } from '../../cli/output/text.ts'
import { preparePart } from '../../cli/prepare/prepare-part.ts'
import { findBrowser } from '../../crawler/probe/browser/find-browser.ts'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import { conditionWith } from '../../lab/link/condition/profiles.ts'
import { busyWarning, machine } from '../harness/machine.ts'
import { printProgress } from '../harness/progress.ts'
import { BENCH_ARMS, type BenchArm } from './contender.ts'
import { linkOption } from './link-option.ts'
import type { SeriesCampaign } from './series-campaign.ts'
import { type StudyLink, type StudyOptions, studyAa, studyKinds, studyPower } from './study.ts'
import { campaignTable, kindTable, linkLine, studyLines } from './study-report.ts'
import { judgeAa, judgeKinds, judgePower, type StudyVerdict } from './study-verdict.ts'

interface StudyCommandOptions {
  readonly power?: boolean
  readonly cold?: boolean
  readonly campaigns?: number
  readonly rounds?: number
  readonly arm: BenchArm
  readonly site: string
  readonly link: LinkCondition
  readonly pause: number
  readonly busyLimit: number
  readonly seed: number
  readonly json?: string
  readonly cache: string
}

type StudyName = 'aa' | 'power' | 'cold'

/** How many campaigns of how many rounds a study is, where nothing else is outcome. */
const SIZES: Readonly<Record<StudyName, { readonly campaigns: number; readonly rounds: number }>> = {
  aa: { campaigns: 20, rounds: 40 },
  power: { campaigns: 10, rounds: 20 },
  cold: { campaigns: 1, rounds: 40 },
}

const LINK = conditionWith({ rttMs: 100 })

export function benchAaCommand(): Command {
  return new Command('bench-aa')
    .description('Campaigns of the same arm twice behind an emulated link: how often they call a difference.')
    .addOption(
      new Option(
        '--power',
        'instead: how often a tenth more RTT is found (10 campaigns, 20 rounds)',
      ).conflicts('cold'),
    )
    .option(
      '--cold',
      'instead: whether warm and cold browsers agree on the gain of h2 over h1 (1, 40 rounds)',
    )
    .addOption(new Option('--campaigns <n>', 'campaigns (default: 20)').argParser(wholeNumber(1, 1_000)))
    .addOption(
      new Option('--rounds <n>', 'rounds of each campaign (default: 40)').argParser(wholeNumber(6, 10_000)),
    )
    .addOption(
      new Option('--arm <arm>', 'the arm that is compared with itself').choices(BENCH_ARMS).default('h2'),
    )
    .option('--site <domain>', 'page of the sandbox that is loaded', 'page-12.test')
    .addOption(linkOption().default(LINK, 'rtt=100ms'))
    .addOption(
      new Option('--pause <time>', 'between two loads').argParser(milliseconds).default(100, '100ms'),
    )
    .addOption(
      new Option('--busy-limit <percent>', 'a load does not count where more of the cores were busy')
        .argParser(wholeNumber(1, 100))
        .default(90),
    )
    .addOption(
      new Option('--seed <n>', 'of the orders and the bootstrap')
        .argParser(wholeNumber(0, 2 ** 32 - 1))
        .default(1),
    )
    .option('--json <file>', 'also write every pair of loads and the summary to this file')
    .addOption(cacheOption('where the sandbox’s programs are unpacked'))
    .action(bench)
}

async function bench(options: StudyCommandOptions): Promise<void> {
  const { arm, site, link, pause, busyLimit, seed, cache } = options
  const name: StudyName = options.power === true ? 'power' : options.cold === true ? 'cold' : 'aa'
  const { campaigns = SIZES[name].campaigns, rounds = SIZES[name].rounds } = options
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  for (const part of ['sandbox', 'browser', 'link'] as const) await preparePart(part, cache, signal)
  const chromium = findBrowser()
  if (chromium === null) throw new CliError(EXIT.unavailable, 'there is no browser to measure with')
  await using cleanup = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'towline-bench-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  const measuredMachine = machine()
  const warning = busyWarning(measuredMachine)
  if (warning !== null) printProgress(warning)
  const links: StudyLink[] = []
  const study: StudyOptions = {
    domain: site,
    rounds,
    campaigns,
    seed,
    link,
    pauseMs: pause,
    busyLimit: busyLimit / 100,
    chromium,
    folder,
    signal,
    cacheDir: cache,
    warn: printProgress,
    ...progress(name === 'cold' ? 2 * campaigns : campaigns, rounds, () => performance.now()),
    onLink(each) {
      links.push(each)
      printProgress(linkLine(each))
    },
  }
  const { table, outcome, verdict, raw } = await STUDIES[name](arm, study)
  console.log(`${table}\n\n${studyLines(outcome, verdict, name === 'aa', links, measuredMachine)}`)
  if (options.json === undefined) return
  const facts = { study: name, arm: name === 'cold' ? 'h1, h2' : arm, site, seed, pauseMs: pause, busyLimit }
  const result = { machine: measuredMachine, ...facts, links, verdict, campaigns: raw }
  await writeFile(options.json, `${JSON.stringify(result, null, 2)}\n`)
}

interface StudyResult {
  readonly table: string
  readonly outcome: string
  readonly verdict: StudyVerdict
  readonly raw: object
}

const STUDIES: Readonly<Record<StudyName, (arm: BenchArm, study: StudyOptions) => Promise<StudyResult>>> = {
  async aa(arm, study) {
    const raw = await studyAa(arm, study)
    return { table: campaignTable(raw), outcome: 'called a difference', verdict: judgeAa(raw), raw }
  },
  async power(arm, study) {
    const raw = await studyPower(arm, study)
    return { table: campaignTable(raw), outcome: 'found the slow-down', verdict: judgePower(raw), raw }
  },
  async cold(_, study) {
    const raw = await studyKinds(study)
    return { table: kindTable(raw), outcome: 'pairs agreed', verdict: judgeKinds(raw), raw }
  },
}

const SAY_EVERY_MS = 60_000

/** A line for each campaign and, while one takes long, each minute. */
function progress(
  campaigns: number,
  rounds: number,
  clock: () => number,
): Pick<StudyOptions, 'onLoad' | 'onCampaign'> {
  const startMs = clock()
  let saidAtMs = startMs
  let [loads, done] = [0, 0]
  return {
    onLoad() {
      loads += 1
      if (clock() - saidAtMs < SAY_EVERY_MS) return
      saidAtMs = clock()
      printProgress(`campaign ${done + 1} of ${campaigns}: ${loads} loads in all`)
    },
    onCampaign({ pairs, comparison }: SeriesCampaign, kind) {
      done += 1
      saidAtMs = clock()
      const leftS = ((campaigns - done) * (clock() - startMs)) / done / 1_000
      const gain = comparison.gain?.toFixed(3) ?? '–'
      printProgress(
        `campaign ${done} of ${campaigns}, ${kind}: ${pairs.length} of ${rounds} rounds, gain ${gain}: ` +
          `${comparison.verdict}${done === campaigns ? '' : `  ${duration(leftS)} left`}`,
      )
    },
  }
}
