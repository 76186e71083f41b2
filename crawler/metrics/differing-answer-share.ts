import { roundDifferencesIn } from '../../har/answer-difference.ts'
import type { Metric } from './metric.ts'

/** The later samples of a round are compared with the first, whose own share is null. */
export const differingAnswerShare: Metric = {
  name: 'differing_answer_share',
  about:
    'share of resources that were answered otherwise (number, status, decoded size) than under an arm of the round loaded before; of several the largest',
  compute({ har }) {
    const differences = har === null ? [] : Object.values(roundDifferencesIn(har) ?? {})
    if (differences.length === 0)
      return { value: null, note: 'no other arm of the round was loaded before it' }
    return Math.max(
      ...differences.map(({ differing, resources }) => (resources === 0 ? 0 : differing / resources)),
    )
  },
}
