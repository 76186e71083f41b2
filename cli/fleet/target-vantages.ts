import type { Command } from 'commander'
import { Option } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import { listVantages } from '../../db/fleet/vantages.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { wholeNumber } from '../options/arguments.ts'
import { COMMAND } from '../options/entry.ts'

export interface TargetOptions {
  readonly vantage?: string
  readonly eachVantage?: boolean
  readonly priority: number
  readonly every?: string
}

export function addTargetOptions(command: Command): Command {
  return command
    .optionsGroup('Who does it:')
    .addOption(
      new Option('--vantage <name>', 'the vantage point (default: the only one there is)').conflicts(
        'eachVantage',
      ),
    )
    .option('--each-vantage', 'the same once from every vantage point, as surveys or campaigns of their own')
    .option('--priority <n>', 'jobs of a higher one come first', wholeNumber(0, 1_000), 0)
}

/** Adds the option of when it is done. */
export function addEveryOption(command: Command): Command {
  return command.option(
    '--every <cron>',
    'again and again, first when it is due: minute hour day month weekday, in UTC',
  )
}

/** @throws CliError where it is not clear who is meant: vantage points are never pooled silently. */
export async function targetVantages(
  db: Database,
  { vantage, eachVantage }: TargetOptions,
): Promise<string[]> {
  const names = (await listVantages(db)).map(({ name }) => name)
  if (names.length === 0)
    throw new CliError(
      EXIT.config,
      `no vantage point yet: start one with \`${COMMAND} worker --vantage NAME\``,
    )
  if (eachVantage === true) return names
  if (vantage === undefined && names.length > 1)
    throw new CliError(EXIT.usage, `say from where: --vantage ${names.join('|')}, or --each-vantage`)
  const chosen = vantage ?? names[0] ?? ''
  if (!names.includes(chosen))
    throw new CliError(EXIT.usage, `there is no vantage point '${chosen}' (known: ${names.join(', ')})`)
  return [chosen]
}
