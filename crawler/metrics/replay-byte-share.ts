import type { RecordedAnswer } from '../../model/recording/replay-facts.ts'
import type { Metric } from './metric.ts'
import { replayed } from './replayed.ts'

/** Each answer counts once, however often it was given. */
export const replayByteShare: Metric = replayed(
  'replay_byte_share',
  'body bytes of the recorded answers that were given / body bytes of all of them, as stored',
  ({ given, spares }) => {
    const givenBytes = bytesOf([...given.keys()])
    const allBytes = givenBytes + bytesOf(spares)
    return allBytes === 0 ? { value: null, note: 'the recording has no body' } : givenBytes / allBytes
  },
)

function bytesOf(answers: readonly RecordedAnswer[]): number {
  return answers.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0)
}
