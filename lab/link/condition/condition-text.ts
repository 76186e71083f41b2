import type { LinkCondition, Loss } from './link.ts'
import { burstPackets, meanLoss } from './loss.ts'

/** A condition for a person: the whole of it, since names of profiles mean different things to different tools. */
export function conditionText(condition: LinkCondition): string {
  const { rttMs, jitterMs, lossDown, lossUp, queuePackets } = condition
  const down = condition.downTrace ?? condition.downMbps
  const up = condition.upTrace ?? condition.upMbps
  const [downLoss, upLoss] = [lossText(lossDown), lossText(lossUp)]
  return [
    `${rttMs}${jitterMs === 0 ? '' : ` ± ${2 * jitterMs}`} ms RTT`,
    ...(down === null && up === null
      ? []
      : [`${down ?? '∞'}/${up ?? '∞'} Mbit/s`, `queue of ${queuePackets} packets`]),
    ...(downLoss === upLoss
      ? upLoss === null
        ? []
        : [upLoss]
      : [`${downLoss ?? 'none'} down, ${upLoss ?? 'none'} up`]),
  ].join(', ')
}

function lossText(loss: Loss): string | null {
  const mean = meanLoss(loss)
  if (mean === 0) return null
  const burst = burstPackets(loss)
  const packets = burst === null ? '' : ` in bursts of ${Number(burst.toPrecision(3))}`
  return `${Number((100 * mean).toPrecision(3))} % loss${packets}`
}
