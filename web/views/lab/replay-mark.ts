import { count } from '../../../figures/quantity.ts'
import type { GainRow } from './lab-factors.ts'

/** Stands beside a recorded page whose replay is not faithful, or not judged, in some condition; empty where neither is. */
export function replayMark(rows: readonly GainRow[]): string {
  const verdicts = rows.map(({ replay }) => replay)
  if (verdicts.includes('not faithful')) return ', replay not faithful'
  return verdicts.includes('not judged') ? ', replay not judged' : ''
}

/** Says the same of all that is shown, as a sentence; empty where every replay is near its live loads. */
export function replaySentence(rows: readonly GainRow[]): string {
  const replayed = rows.flatMap(({ replay }) => replay ?? [])
  const parts = [
    ['not faithful', replayed.filter((verdict) => verdict === 'not faithful').length],
    ['not judged by live loads', replayed.filter((verdict) => verdict === 'not judged').length],
  ] as const
  const said = parts.flatMap(([what, n]) => (n === 0 ? [] : `${what} in ${n}`))
  return said.length === 0 ? '' : ` Replay ${said.join(', ')} of ${count(replayed.length, 'condition')}.`
}
