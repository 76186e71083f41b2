import { firstByte } from '../../har/first-byte.ts'
import type { LivePhases } from '../../model/recording/replay-facts.ts'
import type { Metric } from './metric.ts'
import type { Fidelity } from './replay-fidelity.ts'
import { replayed } from './replayed.ts'

const COMPARED = 'mean over hits whose times were recorded and seen'

export const replayWaitedMs: Metric = meanOf(
  'replay_waited_ms',
  `${COMPARED}: from the request to the first byte of its response, in the replay`,
  ({ replay }) => replay.waitedMs,
)

export const replayLiveWaitedMs: Metric = meanOf(
  'replay_live_waited_ms',
  `${COMPARED}: the same of the same exchanges, in the median of the live loads (under HTTP/1.1 in the one under that)`,
  ({ live }) => live.waitedMs,
)

export const replayReceivedMs: Metric = meanOf(
  'replay_received_ms',
  `${COMPARED}: from the response’s head to its last byte, in the replay`,
  ({ replay }) => replay.receivedMs,
)

export const replayLiveReceivedMs: Metric = meanOf(
  'replay_live_received_ms',
  `${COMPARED}: the same of the same exchanges, live`,
  ({ live }) => live.receivedMs,
)

interface Compared {
  readonly live: LivePhases
  readonly replay: LivePhases
}

function meanOf(
  name: 'replay_waited_ms' | 'replay_live_waited_ms' | 'replay_received_ms' | 'replay_live_received_ms',
  about: string,
  pick: (compared: Compared) => number,
): Metric {
  return replayed(name, about, (fidelity) => {
    const values = comparedHits(fidelity).map(pick)
    return values.length === 0
      ? { value: null, note: 'no hit has recorded times' }
      : values.reduce((sum, value) => sum + value, 0) / values.length
  })
}

function comparedHits({ given }: Fidelity): Compared[] {
  return [...given].flatMap(([{ live }, entries]) =>
    entries.flatMap((entry): Compared[] => {
      const waitedMs = firstByte(entry)
      if (live === undefined || waitedMs === null) return []
      return [{ live, replay: { waitedMs, receivedMs: Math.max(0, entry.timings.receive ?? 0) } }]
    }),
  )
}
