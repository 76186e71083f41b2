import { Command } from 'commander'
import { estimateLoad } from '../../lab/load/plan/estimate-load.ts'
import { loadLacks } from '../../lab/load/plan/load-lacks.ts'
import { LOAD_PLANS } from '../../lab/load/plan/load-plan.ts'
import { planFiles } from '../../lab/plan/find-plan.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { untilInterrupted } from '../exit/interrupt.ts'
import { cacheOption } from '../options/cache-option.ts'
import { minutesText } from '../output/duration.ts'
import { type Format, formatOption } from '../output/format.ts'
import { tableWidth } from '../output/output-width.ts'
import { type Column, csvLines, textTable } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'
import { addPlanChanges, chosenPlan, type PlanChanges } from './chosen-plan.ts'
import { type LoadPlanReport, loadPlanLines } from './load-plan-text.ts'

interface PlanOptions extends PlanChanges {
  readonly dryRun?: boolean
  readonly list?: boolean
  readonly cache: string
  readonly format: Format
}

/** `towline load plan`: what a load plan amounts to, before anything is run. */
export function loadPlanCommand(): Command {
  const command = new Command('plan')
    .argument('[plan]', 'file of a load plan, or the name of one of towline’s own (see --list)')
    .option('--dry-run', 'also look for what this machine lacks to run it')
    .option('--list', 'the load plans that come with towline')
  return addPlanChanges(command)
    .addOption(cacheOption('where the lab’s programs are unpacked'))
    .addOption(formatOption())
    .action(async (name: string | undefined, options: PlanOptions) => {
      if (options.list === true && name === undefined) return listPlans(options.format)
      if (options.list === true || name === undefined)
        throw new CliError(EXIT.usage, 'either a plan or --list: `towline load plan neotys`')
      const plan = await chosenPlan(name, options)
      await using interrupt = untilInterrupted()
      const { signal } = interrupt
      const lacks =
        options.dryRun === true ? await loadLacks(plan, { cacheDir: options.cache, signal }) : null
      const report: LoadPlanReport = { plan, estimate: estimateLoad(plan), lacks }
      if (options.format === 'json') console.log(jsonText(report, 2))
      else if (options.format === 'csv') for (const line of csvLines([report], COLUMNS)) console.log(line)
      else for (const line of loadPlanLines(report, tableWidth())) console.log(line)
    })
}

const COLUMNS: readonly Column<LoadPlanReport>[] = [
  { heading: 'plan', cell: ({ plan }) => plan.name },
  { heading: 'page', cell: ({ plan }) => plan.page },
  { heading: 'users', cell: ({ plan }) => plan.ramp.users, align: 'right' },
  { heading: 'arms', cell: ({ plan }) => plan.arms.join(' ') },
  { heading: 'servers', cell: ({ plan }) => plan.servers.join(' ') },
  { heading: 'repetitions', cell: ({ plan }) => plan.repetitions, align: 'right', optional: true },
  { heading: 'loads', cell: ({ estimate }) => estimate.loads, align: 'right' },
  {
    heading: 'about',
    csv: 'estimated_time',
    cell: ({ estimate }) => minutesText(estimate.totalMs),
    align: 'right',
  },
  { heading: 'title', cell: ({ plan }) => plan.title },
]

async function listPlans(format: Format): Promise<void> {
  const reports: LoadPlanReport[] = []
  for (const file of (await planFiles(LOAD_PLANS)).values()) {
    const plan = await chosenPlan(file, {})
    reports.push({ plan, estimate: estimateLoad(plan), lacks: null })
  }
  if (format === 'json') console.log(jsonText(reports, 2))
  else if (format === 'csv') for (const line of csvLines(reports, COLUMNS)) console.log(line)
  else console.log(textTable(reports, COLUMNS, tableWidth()))
}
