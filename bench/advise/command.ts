import { mkdir } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { CliError, EXIT, untilInterrupted } from '../../cli/exit/exit-codes.ts'
import { wholeNumber } from '../../cli/options/arguments.ts'
import { cacheOption } from '../../cli/options/cache-option.ts'
import { judgePrediction, summariseJudged } from './judge-predictions.ts'
import { ORDINARY, PLANTED, plantedAdvice } from './planted-advice.ts'
import { predictedGains } from './predicted-gains.ts'
import { predictionLines } from './prediction-text.ts'

/**
 * Of the sandbox's pages all of whose hosts speak HTTP/3: those that load in some seconds, and of two that are alike one. Live
 * and replayed HTTP/3 then ask the same hosts by the same protocol.
 */
const PAGES = [
  ...['page-12.test', 'page-60-4.test', 'page-103.test', 'page-1mb.test', 'page-delay.test'],
  ...['planted-shards.test', 'planted-bytes.test', 'planted-certificate.test', 'planted-nothing.test'],
  ...['hard-grocer.test', 'hard-maps.test', 'hard-social.test'],
]
const LINKS = ['profile=webpagetest-cable', 'profile=webpagetest-4g']

/** Shares of right advices and of predictions that hold, the latter of so many pairs of page and link. */
const DEMANDED = { plantedShare: 0.9, ordinaryShare: 0.95, heldShare: 0.8, pairs: 20 }

const list = (text: string): string[] => text.split(',')

export function benchAdviseCommand(): Command {
  return new Command('bench-advise')
    .description('Judges advices on pages of the sandbox of which it is known what helps them.')
    .addCommand(plantedCommand())
    .addCommand(predictionCommand())
}

interface Common {
  readonly folder: string
  readonly rounds: number
  readonly cache: string
}

function withCommon(command: Command, rounds: number): Command {
  return command
    .requiredOption('--folder <folder>', 'recordings and databases; what is there already is not made again')
    .addOption(new Option('--rounds <n>', 'of each cell').argParser(wholeNumber(6, 1_000)).default(rounds))
    .addOption(cacheOption('browser, sandbox, lab'))
}

function plantedCommand(): Command {
  const command = new Command('planted')
    .description('what owners of planted pages, and of ordinary ones, are told')
    .option('--pages <names>', 'comma separated (default: all)', list)
  return withCommon(command, 12).action(
    async ({ folder, rounds, cache, pages }: Common & { pages?: string[] }) => {
      await using interrupt = untilInterrupted()
      await mkdir(folder, { recursive: true })
      const all = { ...PLANTED, ...ORDINARY }
      const chosen = Object.fromEntries(
        Object.entries(all).filter(([name]) => pages === undefined || pages.includes(name)),
      )
      const { signal } = interrupt
      const advices = await plantedAdvice(chosen, { folder, cacheDir: cache, rounds, loads: 5, signal })
      console.log('page           wanted              advised                       right')
      for (const { name, wanted, advised, isRight } of advices) {
        const cells = [
          name.padEnd(15),
          (wanted.join() || 'nothing').padEnd(20),
          (advised.join() || 'nothing').padEnd(30),
        ]
        console.log(`${cells.join('')}${isRight ? 'yes' : 'NO'}`)
      }
      const share = (names: readonly string[], wanted: number): boolean => {
        const own = advices.filter(({ name }) => names.includes(name))
        const right = own.filter(({ isRight }) => isRight).length
        console.log(`${right} of ${own.length} right`)
        return right >= wanted * own.length
      }
      const isGood = [
        share(Object.keys(PLANTED), DEMANDED.plantedShare),
        share(Object.keys(ORDINARY), DEMANDED.ordinaryShare),
      ]
      if (isGood.includes(false)) throw new CliError(EXIT.software, 'fewer are right than demanded')
    },
  )
}

function predictionCommand(): Command {
  const command = new Command('prediction')
    .description('whether live gains are those that replays predicted; run again it goes on where it ended')
    .option('--pages <domains>', 'of the sandbox, comma separated', list, PAGES)
    .option('--link <condition>', 'may be repeated', (text: string, before: string[] = []) => [
      ...before,
      text,
    ])
    .addOption(
      new Option('--loader <loader>', 'of the replays').choices(['graph', 'browser']).default('graph'),
    )
    .addOption(
      new Option('--live-rounds <n>', 'of live loads in the browser')
        .argParser(wholeNumber(6, 1_000))
        .default(7),
    )
  type Given = Common & { pages: string[]; link?: string[]; loader: 'graph' | 'browser'; liveRounds: number }
  return withCommon(command, 20).action(async ({ cache, link = LINKS, ...given }: Given) => {
    await using interrupt = untilInterrupted()
    await mkdir(given.folder, { recursive: true })
    const { signal } = interrupt
    const gains = await predictedGains({ ...given, cacheDir: cache, links: link, signal })
    for (const line of predictionLines(gains)) console.log(line)
    const { judged, expected } = summariseJudged(gains.flatMap((gain) => judgePrediction(gain) ?? []))
    if (judged >= DEMANDED.pairs && expected < DEMANDED.heldShare * judged)
      throw new CliError(EXIT.software, `less than ${100 * DEMANDED.heldShare} % are as expected`)
  })
}
