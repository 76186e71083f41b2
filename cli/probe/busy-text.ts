import { countText } from '../output/text.ts'
import type { ArmResult } from './campaign-results.ts'

/** That a campaign is unfinished since the machine was busy, and what it lacks; null where it lacks nothing. */
export function unfinishedText(lackingLoads: number, results: readonly ArmResult[]): string | null {
  if (lackingLoads === 0) return null
  const loads = results.reduce((sum, { valid, invalid, failed }) => sum + valid + invalid + failed, 0)
  return (
    `Unfinished: machine busy. ${lackingLoads} of ${countText(loads, 'load')} could not be had while the machine did other ` +
    `work, though ${repeatsText(results) ?? 'none was taken again'}. What is shown is what there is; --resume tries ` +
    'again, best on a quiet machine.'
  )
}

/** Says how often rounds were taken again; null where none was. */
export function repeatsText(results: readonly ArmResult[]): string | null {
  const loads = results.reduce((sum, { repeated }) => sum + repeated, 0)
  // A round is repeated with all its arms.
  const bySite = Map.groupBy(results, ({ site }) => site)
  const rounds = [...bySite.values()].reduce(
    (sum, arms) => sum + Math.max(...arms.map(({ repeated }) => repeated)),
    0,
  )
  return loads === 0
    ? null
    : `rounds were repeated ${rounds} ${rounds === 1 ? 'time' : 'times'} (${countText(loads, 'load')})`
}
