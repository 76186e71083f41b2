import type { LinkCondition } from '../link/condition/link.ts'
import { burstPackets, meanLoss } from '../link/condition/loss.ts'
import type { FactorName } from './factors.ts'

/** A link in terms of factors. Loss is the mean of both directions, bursts are those of downloads. */
export function linkFactors(link: LinkCondition) {
  return {
    rttMs: link.rttMs,
    jitterMs: link.jitterMs,
    downMbps: link.downMbps,
    upMbps: link.upMbps,
    lossFraction: (meanLoss(link.lossDown) + meanLoss(link.lossUp)) / 2,
    queuePackets: link.queuePackets,
    lossBurst: burstPackets(link.lossDown),
  } satisfies Partial<Record<FactorName, number | null>>
}
