import { Command } from 'commander'
import { conditionText } from '../../lab/link/condition/condition-text.ts'
import { estimateLoad, type LoadEstimate } from '../../lab/load/plan/estimate-load.ts'
import { loadLacks } from '../../lab/load/plan/load-lacks.ts'
import { LOAD_PLANS, type LoadPlan, type LoadRamp } from '../../lab/load/plan/load-plan.ts'
import { plannedLoads, whyNoArm } from '../../lab/load/plan/planned-loads.ts'
import { planFiles } from '../../lab/plan/find-plan.ts'
import type { Lack } from '../../lab/plan/machine-lacks.ts'
import { congestionControlWords } from '../../model/congestion-control.ts'
import { CliError, EXIT, untilInterrupted } from '../exit/exit-codes.ts'
import { cacheOption } from '../options/cache-option.ts'
import { type Format, formatOption, print, printRows } from '../output/format.ts'
import { type Column, csvLines } from '../output/table.ts'
import { countText, duration, minutesText, noteWidth, tableWidth, wrap } from '../output/text.ts'
import { addPlanChanges, chosenPlan, type PlanChanges } from './chosen-plan.ts'

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
      print(options.format, {
        json: report,
        csv: () => csvLines([report], COLUMNS),
        table: () => loadPlanLines(report, tableWidth()),
      })
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
  printRows(format, reports, COLUMNS)
}

/** A load plan with its estimate. `lacks` is null where the machine was not looked at. */
interface LoadPlanReport {
  readonly plan: LoadPlan
  readonly estimate: LoadEstimate
  readonly lacks: readonly Lack[] | null
}

const LABEL_CHARS = 9

function loadPlanLines({ plan, estimate, lacks }: LoadPlanReport, width: number | null): string[] {
  const { connections, thinkMs, slaMs, pageLimitMs } = plan
  const facts: [label: string, text: string][] = [
    ['page', `${plan.page}, connections ${connections}, think time ${thinkMs / 1_000} s`],
    ['limit', `p95 of page times below ${slaMs / 1_000} s; a page of ${pageLimitMs / 1_000} s has failed`],
    ['link', conditionText(plan.link)],
    ['sending', congestionControlWords(plan.congestionControl)],
    ...(plan.servers.includes('apache')
      ? ([['apache', `MPM ${plan.apache.mpm}, ${countText(plan.apache.workers, 'worker')}`]] as [
          string,
          string,
        ][])
      : []),
    ['users', rampText(plan.ramp)],
    ...(plan.fullRamp === null || plan.fullRamp === plan.ramp
      ? []
      : ([['--full', rampText(plan.fullRamp)]] as [string, string][])),
    ['order', orderText(plan)],
    ['loads', `${estimate.loads}: ${countText(plan.repetitions, 'repetition')}, seed ${plan.seed}`],
    ['time', `some ${minutesText(estimate.totalMs)}`],
    ['files', `${estimate.files} file descriptors for the client, and about as many for a server`],
    ...leftOut(plan).map((text) => ['left out', text] as [string, string]),
  ]
  const chars = noteWidth(width)
  return [
    ...wrap(`${plan.name}: ${plan.title}`, chars),
    ...(plan.source === null ? [] : wrap(`after ${plan.source}`, chars)),
    '',
    ...facts.flatMap(([label, text]) =>
      wrap(text, chars - LABEL_CHARS - 1).map(
        (line, index) => `${(index === 0 ? label : '').padEnd(LABEL_CHARS)} ${line}`,
      ),
    ),
    '',
    ...lackLines(lacks, chars),
  ]
}

function rampText({ users, rampMs, holdMs, intervalMs }: LoadRamp): string {
  const hold = holdMs === 0 ? '' : `, then ${duration(holdMs / 1_000)} of all`
  return `1 to ${users} in ${duration(rampMs / 1_000)}${hold}; intervals of ${intervalMs / 1_000} s`
}

/** `h1 h2 h3, h2 h3 h1, …`: of each repetition. */
function orderText(plan: LoadPlan): string {
  const loads = plannedLoads(plan)
  const several = plan.servers.length > 1
  return [...Map.groupBy(loads, ({ repetition }) => repetition).values()]
    .map((each) => each.map(({ server, arm }) => (several ? `${server}/${arm}` : arm)).join(' '))
    .join(', ')
}

function leftOut({ servers, arms }: LoadPlan): string[] {
  return servers.flatMap((server) =>
    arms.flatMap((arm) => {
      const why = whyNoArm(server, arm)
      return why === null ? [] : [`${arm} of ${server}: ${why}`]
    }),
  )
}

function lackLines(lacks: readonly Lack[] | null, chars: number): string[] {
  if (lacks === null) return ['what this machine lacks: see --dry-run']
  if (lacks.length === 0) return ['this machine has all it takes']
  return [
    'this machine lacks:',
    ...lacks.flatMap(({ what, fatal }) =>
      wrap(`${fatal ? 'needed' : 'better with'}: ${what}`, chars - 2).map((line) => `  ${line}`),
    ),
  ]
}
