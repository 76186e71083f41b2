import { replayMark } from '../../har/replay-mark.ts'
import { median } from '../../stats/median.ts'
import type { Metric } from './metric.ts'
import { replayed } from './replayed.ts'

export const replayServerErrorMs: Metric = replayed(
  'replay_server_error_ms',
  'median over hits of |how long the replay’s server held the answer back, by its own clock (field `towline-waited`), less the replay’s think time|: without link and browser',
  ({ given }) => {
    const errors = [...given].flatMap(([{ thinkMs }, entries]) =>
      entries.flatMap((entry) => {
        const heldMs = Number(replayMark(entry)?.split(' ')[2] ?? Number.NaN)
        return thinkMs === null || Number.isNaN(heldMs) ? [] : Math.abs(heldMs - thinkMs)
      }),
    )
    return median(errors) ?? { value: null, note: 'the server did not say how long it held any answer back' }
  },
)
