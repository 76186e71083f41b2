import { mkdir } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { CliError, EXIT } from '../../cli/exit/exit-codes.ts'
import { untilInterrupted } from '../../cli/exit/interrupt.ts'
import { wholeNumber } from '../../cli/options/arguments.ts'
import { cacheOption } from '../../cli/options/cache-option.ts'
import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import { ORDINARY, PLANTED, plantedAdvice } from './planted-advice.ts'
import { type PredictedGain, predictedGains } from './predicted-gains.ts'

const PAGES = [
  ...['page-12.test', 'page-60-4.test', 'planted-shards.test', 'planted-bytes.test'],
  ...['planted-slow.test', 'planted-nothing.test', 'hard-fashion.test'],
]
const LINKS = ['profile=webpagetest-cable', 'profile=webpagetest-4g', 'rtt=100ms,down=5,up=2']

/** Shares of right advices and of predictions that come true, the latter of so many pairs of page and link. */
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
    .description('whether live gains lie in the intervals that replays predicted')
    .option('--pages <domains>', 'of the sandbox, comma separated', list, PAGES)
    .option('--link <condition>', 'may be repeated', (text: string, before: string[] = []) => [
      ...before,
      text,
    ])
    .addOption(
      new Option('--loader <loader>', 'of the replays').choices(['graph', 'browser']).default('graph'),
    )
  type Given = Common & { pages: string[]; link?: string[]; loader: 'graph' | 'browser' }
  return withCommon(command, 15).action(
    async ({ folder, rounds, cache, pages, link = LINKS, loader }: Given) => {
      await using interrupt = untilInterrupted()
      await mkdir(folder, { recursive: true })
      const { signal } = interrupt
      const gains = await predictedGains({
        ...{ folder, cacheDir: cache, pages, links: link, loader, rounds, signal },
      })
      for (const gain of gains) console.log(gainLine(gain))
      const judged = gains.filter(({ isHeld }) => isHeld !== null)
      const held = judged.filter(({ isHeld }) => isHeld === true).length
      console.log(`${held} of ${judged.length} live gains lie in the interval that the replay predicted`)
      if (judged.length >= DEMANDED.pairs && held < DEMANDED.heldShare * judged.length)
        throw new CliError(EXIT.software, `less than ${100 * DEMANDED.heldShare} %`)
    },
  )
}

function gainLine({
  page,
  link,
  predicted,
  interval,
  live,
  liveInterval,
  isHeld,
  ...n
}: PredictedGain): string {
  const shown = (gain: number | null, limits: readonly [number, number] | null, rounds: number): string =>
    gain === null
      ? 'none'
      : `${ratioText(gain)}${limits === null ? '' : ` (${ratioRangeText(limits)})`}, n = ${rounds}`
  const word = isHeld === null ? 'not judged' : isHeld ? 'held' : 'NOT HELD'
  return `${page}, ${link}: predicted ${shown(predicted, interval, n.rounds)}; live ${shown(live, liveInterval, n.liveRounds)}: ${word}`
}
