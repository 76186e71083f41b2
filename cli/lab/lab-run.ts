import { Command, InvalidArgumentError, Option } from 'commander'
import type { Plan } from '../../lab/plan/plan.ts'
import { milliseconds, wholeNumber } from '../options/arguments.ts'
import { cacheOption } from '../options/cache-option.ts'
import { databaseOption } from '../options/database.ts'
import { drawnCells } from './drawn-cells.ts'
import { readPlanFile } from './lab-plan-file.ts'
import { onlyCells, type WantedLevels } from './only-cells.ts'
import { addTakingOptions, type TakingOptions, untilCiOption } from './taking-options.ts'

interface RunOptions extends TakingOptions {
  readonly rounds?: number
  readonly seed?: number
  readonly pause?: number
  readonly only?: WantedLevels
  readonly cells?: number
  readonly yes?: true
  readonly graphs?: true
}

export function labRunCommand(): Command {
  const command = new Command('run')
    .argument('<plan>', 'file of a plan, or the name of one of towline’s own (`towline lab plan --list`)')
    .option('--resume', 'resume the newest unfinished run of this plan')
    .addOption(untilCiOption())
    .addOption(new Option('--rounds <n>', 'instead of the plan’s').argParser(wholeNumber(1, 10_000)))
    .addOption(new Option('--seed <n>', 'instead of the plan’s').argParser(wholeNumber(0, 2 ** 32 - 1)))
    .addOption(
      new Option('--pause <time>', 'between two loads, instead of the plan’s').argParser(milliseconds),
    )
    .addOption(
      new Option(
        '--only <factor=level...>',
        'only the cells with these levels, for instance --only shards=1 initcwnd=3 initcwnd=10',
      ).argParser(factorLevel),
    )
    .addOption(
      new Option('--cells <n>', 'only so many cells, drawn at random by the seed').argParser(
        wholeNumber(1, 100_000),
      ),
    )
  return addTakingOptions(command)
    .option('--yes', 'allow more than 2,000 cells')
    .addOption(graphsOption())
    .addOption(databaseOption())
    .addOption(cacheOption('where the lab’s programs are unpacked'))
    .action(async (name: string, options: RunOptions) => {
      const plan = planWith(await readPlanFile(name, options), options)
      const { takeLabRun } = await import('./take-lab-run.ts')
      process.exitCode = await takeLabRun(plan, options, {
        asked: { only: options.only ?? {}, ...(options.cells !== undefined && { cells: options.cells }) },
        resultsCommand: 'lab results',
      })
    })
}

/** A plan of a browser is to be had so in a tenth of its time. */
export function graphsOption(): Option {
  return new Option('--graphs', 'load the plan’s pages as graphs, without a browser')
}

/** `initcwnd=3`; several are collected: of one factor a cell has one of them. */
function factorLevel(text: string, before: WantedLevels = {}): WantedLevels {
  const [, factor, level] = /^([A-Za-z]+)=(.+)$/.exec(text) ?? []
  if (factor === undefined || level === undefined)
    throw new InvalidArgumentError('must be a factor and its level, such as rttMs=100.')
  return { ...before, [factor]: [...(before[factor] ?? []), level] }
}

/**
 * The plan with what the command line says instead.
 * @throws CliError where no cell is left
 */
function planWith(plan: Plan, { rounds, seed, pause, only = {}, cells: most }: RunOptions): Plan {
  const matching = onlyCells(plan, only)
  return {
    ...plan,
    cells: most === undefined ? matching : drawnCells(matching, most, seed ?? plan.seed),
    ...(rounds === undefined ? {} : { rounds }),
    ...(seed === undefined ? {} : { seed }),
    ...(pause === undefined ? {} : { pauseMs: pause }),
  }
}
