import { RUNGS } from '../../model/recording/replay-facts.ts'
import type { Metric } from './metric.ts'
import { replayed } from './replayed.ts'

export const replayHits: Metric = replayed(
  'replay_hits',
  'requests that got a recorded answer (field `towline-replay`)',
  ({ hits }) => Object.values(hits).reduce((sum, count) => sum + count, 0),
)

export const replayMisses: Metric = replayed(
  'replay_misses',
  'requests that got none: not recorded, or not answered though they were when they were recorded',
  ({ misses }) => misses.length,
)

export const replaySpares: Metric = replayed(
  'replay_spares',
  'recorded answers that the load did not get',
  ({ spares }) => spares.length,
)

export const replayMissShare: Metric = replayed(
  'replay_miss_share',
  'replay_misses / (replay_hits + replay_misses)',
  ({ missFraction }) => missFraction ?? { value: null, note: 'nothing was asked of the replay' },
)

const FOUND = {
  url: 'by the same URL',
  query: 'by the same path and a query that is alike',
  path: 'by the same path but for numbers and hashes',
  body: 'with another body of the request',
  preflight: 'as a preflight that nobody recorded',
} as const

export const replayRungs: readonly Metric[] = RUNGS.map((rung) =>
  replayed(`replay_rungs.${rung}`, `hits that were found ${FOUND[rung]}`, ({ hits }) => hits[rung]),
)
