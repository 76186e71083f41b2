import { median } from '../../stats/median.ts'
import type { Metric } from './metric.ts'
import { replayed } from './replayed.ts'
import { waitsSeen } from './waits-seen.ts'

export const replayThinkErrorMs: Metric = replayed(
  'replay_think_error_ms',
  'median over hits of how far the replay’s think time lies outside of what was seen: between the wait that the link’s queue cannot explain, and the whole wait (time to first byte less the shortest round trip of the address, where its handshake is seen)',
  (fidelity) => {
    const seen = waitsSeen(fidelity)
    const errors = [...fidelity.given].flatMap(([{ thinkMs }, entries]) =>
      entries.flatMap((entry) => {
        const wait = seen.get(entry)
        if (wait === undefined || thinkMs === null) return []
        return Math.max(0, wait.leastMs - thinkMs, thinkMs - wait.mostMs)
      }),
    )
    return median(errors) ?? { value: null, note: 'no hit has both think times and a round trip' }
  },
)
