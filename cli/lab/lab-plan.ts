import { Command } from 'commander'
import { estimatePlan, type PlanEstimate } from '../../lab/plan/estimate.ts'
import { planFiles } from '../../lab/plan/find-plan.ts'
import { machineLacks } from '../../lab/plan/machine-lacks.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { CliError, EXIT, untilInterrupted } from '../exit/exit-codes.ts'
import { cacheOption } from '../options/cache-option.ts'
import { type Format, formatOption } from '../output/format.ts'
import { type Column, csvRecord, textTable } from '../output/table.ts'
import { jsonText, minutesText, tableWidth } from '../output/text.ts'
import { readPlanFile } from './lab-plan-file.ts'
import { type PlanReport, planCsv, planText } from './lab-plan-text.ts'
import { graphsOption } from './lab-run.ts'

interface PlanOptions {
  readonly dryRun?: boolean
  readonly list?: boolean
  readonly yes?: boolean
  readonly graphs?: boolean
  readonly cache: string
  readonly format: Format
}

/** `towline lab plan`: what a plan amounts to, before anything is run. */
export function labPlanCommand(): Command {
  return new Command('plan')
    .argument('[plan]', 'file of a plan, or the name of one of towline’s own (see --list)')
    .option('--dry-run', 'also look for what this machine lacks to run it')
    .option('--list', 'the plans that come with towline')
    .option('--yes', 'allow more than 2,000 cells')
    .addOption(graphsOption())
    .addOption(cacheOption('where the lab’s programs are unpacked'))
    .addOption(formatOption())
    .action(async (name: string | undefined, options: PlanOptions) => {
      if (options.list === true && name === undefined) return listPlans(options.format)
      if (options.list === true || name === undefined)
        throw new CliError(EXIT.usage, 'either a plan or --list: `towline lab plan quick`')
      const plan = await readPlanFile(name, options)
      const estimate = estimatePlan(plan)
      await using interrupt = untilInterrupted()
      const lacks =
        options.dryRun === true
          ? await machineLacks(plan, { cacheDir: options.cache, signal: interrupt.signal })
          : null
      show({ plan, estimate, lacks }, options.format)
    })
}

function show(report: PlanReport, format: Format): void {
  if (format === 'json') console.log(jsonText(report, 2))
  else if (format === 'csv') console.log(planCsv(report.plan))
  else console.log(planText(report, tableWidth()))
}

interface ListedPlan extends PlanEstimate, Pick<Plan, 'name' | 'title' | 'source' | 'arms' | 'rounds'> {
  readonly file: string
}

const COLUMNS: readonly Column<ListedPlan>[] = [
  { heading: 'plan', cell: ({ name }) => name },
  { heading: 'cells', cell: ({ cells }) => cells, align: 'right' },
  { heading: 'arms', cell: ({ arms }) => arms.join(' ') },
  { heading: 'rounds', cell: ({ rounds }) => rounds, align: 'right' },
  { heading: 'samples', cell: ({ samples }) => samples, align: 'right' },
  { heading: 'about', cell: ({ totalMs }) => minutesText(totalMs), align: 'right' },
  { heading: 'title', cell: ({ title }) => title },
]

async function listPlans(format: Format): Promise<void> {
  const plans: ListedPlan[] = []
  for (const file of (await planFiles()).values()) {
    const { name, title, source, arms, rounds, ...plan } = await readPlanFile(file, {})
    const estimate = estimatePlan({ ...plan, rounds })
    plans.push({ name, title, source, arms, rounds, file, ...estimate })
  }
  if (format === 'json') console.log(jsonText(plans, 2))
  else if (format === 'csv') {
    console.log('plan,cells,arms,rounds,samples,estimated_ms,title,source,file')
    for (const { name, cells, arms, rounds, samples, totalMs, title, source, file } of plans)
      console.log(csvRecord([name, cells, arms.join(' '), rounds, samples, totalMs, title, source, file]))
  } else console.log(textTable(plans, COLUMNS, tableWidth()))
}
