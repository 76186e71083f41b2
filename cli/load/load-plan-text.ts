import { conditionText } from '../../lab/link/condition/condition-text.ts'
import type { LoadEstimate } from '../../lab/load/plan/estimate-load.ts'
import type { LoadPlan, LoadRamp } from '../../lab/load/plan/load-plan.ts'
import { plannedLoads, whyNoArm } from '../../lab/load/plan/planned-loads.ts'
import type { Lack } from '../../lab/plan/machine-lacks.ts'
import { congestionControlWords } from '../../model/congestion-control.ts'
import { countText } from '../output/count-text.ts'
import { duration, minutesText } from '../output/duration.ts'
import { noteWidth } from '../output/output-width.ts'
import { wrap } from '../output/wrap.ts'

/** A load plan with its estimate. `lacks` is null where the machine was not looked at. */
export interface LoadPlanReport {
  readonly plan: LoadPlan
  readonly estimate: LoadEstimate
  readonly lacks: readonly Lack[] | null
}

const LABEL_CHARS = 9

export function loadPlanLines({ plan, estimate, lacks }: LoadPlanReport, width: number | null): string[] {
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
