import { z } from 'zod'
import type { Recording } from '../../model/recording/recording.ts'
import { checkCondition } from '../link/condition/check-condition.ts'
import type { LinkCondition } from '../link/condition/link.ts'

const mbps = z.number().nullable()
const loss = z.union([
  z.number(),
  z.object({ goodToBad: z.number(), badToGood: z.number(), lossInGood: z.number(), lossInBad: z.number() }),
])
/** Leaves out delivery traces: their files are where the page was recorded. */
const CONDITION = z.object({
  rttMs: z.number(),
  jitterMs: z.number(),
  downMbps: mbps,
  upMbps: mbps,
  lossDown: loss,
  lossUp: loss,
  queuePackets: z.number(),
  downTrace: z.null(),
  upTrace: z.null(),
})

/** The link that a page was recorded behind, as it was set; null where there was none, or none that can be made here. */
export function recordedLink({ link }: Pick<Recording, 'link'>): LinkCondition | null {
  const { data } = CONDITION.safeParse(link?.condition)
  if (data === undefined) return null
  try {
    checkCondition(data)
    return data
  } catch {
    return null
  }
}
