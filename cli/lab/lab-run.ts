import { Command, InvalidArgumentError, Option } from 'commander'
import type { Plan } from '../../lab/plan/plan.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import { mix32 } from '../../stats/rng.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { milliseconds, wholeNumber } from '../options/arguments.ts'
import { cacheOption } from '../options/cache-option.ts'
import { databaseOption } from '../options/database.ts'
import { readPlanFile } from './lab-plan-file.ts'
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
    .option('--pause <time>', 'between two loads, instead of the plan’s', milliseconds)
    .addOption(
      new Option(
        '--only <factor=level...>',
        'only the cells with these levels, for instance --only shards=1 initcwnd=3 initcwnd=10',
      ).argParser(factorLevel),
    )
    .option('--cells <n>', 'only so many cells, drawn at random by the seed', wholeNumber(1, 100_000))
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

/** Wanted levels by factor, as they stand on the command line. */
type WantedLevels = Readonly<Record<string, readonly string[]>>

/**
 * The cells that have a wanted level of each factor named.
 * @throws CliError where no cell has a level, or one of each
 */
export function onlyCells({ name, cells }: Pick<Plan, 'name' | 'cells'>, only: WantedLevels): Plan['cells'] {
  const wanted = Object.entries(only)
  const has =
    (factor: string, levels: readonly string[]) =>
    ({ factors }: Plan['cells'][number]): boolean =>
      levels.some((level) => bare(String(factors[factor])) === bare(level))
  for (const [factor, levels] of wanted)
    for (const level of levels)
      if (!cells.some(has(factor, [level])))
        throw new CliError(
          EXIT.usage,
          `no cell of ${name} has ${factor}=${level}; its factors are ${Object.keys(cells[0]?.factors ?? {}).join(', ')}`,
        )
  const matching = cells.filter((cell) => wanted.every(([factor, levels]) => has(factor, levels)(cell)))
  if (matching.length > 0) return matching
  const together = wanted.map(([factor, levels]) => `${factor}=${levels.join(' or ')}`).join(' and ')
  throw new CliError(EXIT.usage, `no cell of ${name} has ${together} together`)
}

/** A page is called the same where a graph of it is loaded. */
const bare = (level: string): string => level.replace(GRAPH_PREFIX, '')

/** Draws so many of them at random by a seed (all, where there are no more), in their order. */
export function drawnCells<Cell>(cells: readonly Cell[], most: number, seed: number): Cell[] {
  const numbers = cells.map((_, number) => number)
  const drawn = new Set(numbers.toSorted((a, b) => mix32(seed, a) - mix32(seed, b)).slice(0, most))
  return cells.filter((_, number) => drawn.has(number))
}
