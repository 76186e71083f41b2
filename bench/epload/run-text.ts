import { wrapped } from '../google-mobile/text.ts'
import { loadsOf, type MeasuredRun } from './results.ts'

/** Below that a first figure is called one. */
const MANY_ROUNDS = 10

/** What was run, and how much of it counts. */
export function introduction({ run, facts, times }: Pick<MeasuredRun, 'run' | 'facts' | 'times'>): string[] {
  const { valid, leftOut } = loadsOf({ times })
  const measured = times.filter(({ arms }) => arms.some((arm) => arm.valid > 0)).length
  const { rounds } = facts
  // Less than all where the run was stopped (its cells come in random order), or all loads of a condition were invalid.
  const part = measured < times.length ? `${measured} of ${times.length}` : `${measured}`
  const few = rounds !== null && rounds < MANY_ROUNDS ? ' **First figures, of few rounds.**' : ''
  return [
    '',
    ...wrapped(
      `\`npm run towline -- lab run ${run.name}${askedText(run.plan)}\`, ${run.createdAt.slice(0, 10)}: ${part} conditions, ` +
        `${rounds ?? 'unknown'} rounds, ${valid} valid loads, ${leftOut} left out.${few}`,
    ),
  ]
}

/** The options that chose a part of the plan's cells. */
function askedText(plan: object): string {
  const { only = {}, cells } =
    (plan as { options?: { only?: Record<string, string>; cells?: number } }).options ?? {}
  const levels = Object.entries(only).map(([factor, level]) => `${factor}=${level}`)
  return `${levels.length === 0 ? '' : ` --only ${levels.join(' ')}`}${cells === undefined ? '' : ` --cells ${cells}`}`
}

/** By what it was measured, an item of a list. */
export function method({ run, facts }: Pick<MeasuredRun, 'run' | 'facts'>): string[] {
  const { busyLimit, wallMs, capture, browserVersion } = facts
  const busy =
    busyLimit !== null && busyLimit >= 1
      ? ' **The machine did other work meanwhile, and no load was left out for it**: times can be longer than on a quiet one.'
      : ''
  const minutes = wallMs === null ? 'not finished' : `${Math.round(wallMs / 60_000)} min from start to end`
  return wrapped(
    `- \`${run.name}\`: lab run ${run.id}, seed ${run.seed}, ${minutes}; loaded by ${browserVersion ?? 'unknown'}, packets: ` +
      `${capture ?? 'not captured'}; towline ${run.toolVersion}, Node ${run.versions.node ?? 'unknown'}.${busy}`,
    '  ',
  )
}
