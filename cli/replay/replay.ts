import { Command, Option } from 'commander'
import type { Plan } from '../../lab/plan/plan.ts'
import { planOfFiles } from '../../lab/plan/plan-of-files.ts'
import { MANY_CELLS } from '../../lab/plan/read-plan.ts'
import { ARM_NAMES } from '../../model/arm.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import {
  addTakingOptions,
  type LoadedOptions,
  linksOption,
  loadedRoundsOption,
  pauseOption,
  randomSeedOption,
  type TakingOptions,
  untilCiOption,
} from '../lab/taking-options.ts'
import { armList } from '../options/arm-list.ts'
import { cacheOption } from '../options/cache-option.ts'
import { databaseOption } from '../options/database.ts'
import { replayedRecordings } from './replayed-recordings.ts'
import { replayReportCommand } from './report.ts'

type ReplayOptions = TakingOptions & LoadedOptions

const EXAMPLES = `
Examples:
  towline replay recordings/shop --link profile=webpagetest-4g
  towline replay recordings/* --arms h1,h2,h3,recorded --rounds 20 --resume
  towline replay recordings/shop --link rtt=20ms,down=20,up=10 \\
    --link rtt=100ms,down=20,up=10
`

/** `towline replay`: loads recorded pages in the lab. */
export function replayCommand(): Command {
  const command = new Command('replay')
    .argument('<folders...>', 'recordings, as `towline record` makes them')
    .option('--resume', 'resume the newest unfinished replay of these recordings')
    .addOption(replayArmsOption())
    .addOption(linksOption('page was recorded'))
    .addOption(loadedRoundsOption(20))
    .addOption(untilCiOption())
    .addOption(randomSeedOption())
    .addOption(pauseOption(2_000, '2s'))
  return addTakingOptions(command)
    .option('--yes', 'allow more than 2,000 pages and links')
    .addOption(databaseOption())
    .addOption(cacheOption('where the lab’s programs are unpacked'))
    .addHelpText('after', EXAMPLES)
    .addCommand(replayReportCommand())
    .action(async (folders: string[], options: ReplayOptions) => {
      const { takeLabRun } = await import('../lab/take-lab-run.ts')
      process.exitCode = await takeLabRun(await replayPlanOf(folders, options), options, {
        asked: {},
        resultsCommand: 'replay report',
      })
    })
}

export function replayArmsOption(): Option {
  return new Option('--arms <names>', `protocol settings, comma separated, of: ${ARM_NAMES.join(',')}`)
    .argParser(armList(ARM_NAMES))
    .default(['h1', 'h2', 'h3'], 'h1,h2,h3')
}

type ReplayedAs = Pick<ReplayOptions, 'arms' | 'link' | 'pause' | 'rounds' | 'seed' | 'yes'>

/** @throws RecordingError, CliError */
export async function replayPlanOf(
  folders: readonly string[],
  { arms, link = [], rounds, pause, seed, yes }: ReplayedAs,
): Promise<Plan> {
  const recordings = await replayedRecordings(folders, link)
  const cells = recordings.reduce((sum, { links }) => sum + links.length, 0)
  if (cells > MANY_CELLS && yes !== true)
    throw new CliError(EXIT.usage, `${cells} pages and links: say --yes to that many`)
  try {
    return planOfFiles('browser', recordings, { arms, rounds, pauseMs: pause, seed })
  } catch (error) {
    if (error instanceof RangeError) throw new CliError(EXIT.data, error.message, { cause: error })
    throw error
  }
}
