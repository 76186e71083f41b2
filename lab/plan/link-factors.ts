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

/** Factors of the way between browser and server: cells that differ in nothing else have the same page. */
export const WAY_FACTORS: ReadonlySet<string> = new Set<FactorName>([
  'profile',
  'rateMbps',
  'downMbps',
  'upMbps',
  'rttMs',
  'jitterMs',
  'lossFraction',
  'lossBurst',
  'queuePackets',
  'downTrace',
  'upTrace',
  'initcwnd',
  'congestionControl',
])
