import type { ServerBehaviour } from '../../figures/server-behaviour.ts'

type Medians = Pick<
  ServerBehaviour['rows'][number],
  'priorityOrderShare' | 'firstFlightPackets' | 'answerWaitMs' | 'bodyWaitMs'
>

/** The most urgent of two responses in turn gets half of the bytes, so that a server that ignores priorities is below. */
const IGNORED_BELOW = 0.75
/** Packets that were under way when a more urgent response began are out of order whatever the server does. */
const HONOURED_FROM = 0.9
/** Programs and processors of a quiet machine take less; on a busy one up to 30 ms were seen without a pause. */
const PAUSE_FROM_MS = 15

/** Words the medians of a server in one line; what is not known is left out. */
export function behaviourWords(medians: Medians): string {
  const { priorityOrderShare, firstFlightPackets, answerWaitMs, bodyWaitMs } = medians
  const words = [
    priorityOrderShare === null ? null : orderWords(priorityOrderShare),
    firstFlightPackets === null ? null : `begins with ${Math.round(firstFlightPackets)} packets`,
    answerWaitMs === null || answerWaitMs < PAUSE_FROM_MS
      ? null
      : `pauses ${Math.round(answerWaitMs)} ms before answers`,
    bodyWaitMs === null || bodyWaitMs < PAUSE_FROM_MS
      ? null
      : `pauses ${Math.round(bodyWaitMs)} ms before bodies`,
  ]
  return words.filter((word) => word !== null).join('; ')
}

function orderWords(share: number): string {
  if (share >= HONOURED_FROM) return 'honours priorities'
  return share < IGNORED_BELOW ? 'ignores priorities' : 'honours priorities in part'
}
