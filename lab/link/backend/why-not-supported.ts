import { type Backend, DIRECTIONS, directed, type LinkCondition } from '../condition/link.ts'

/** Says why a backend cannot make such a link, in words for the user; null where it can. Pure. */
export function whyNotSupported(condition: LinkCondition, backend: Backend): string | null {
  for (const direction of DIRECTIONS) {
    const { loss, trace } = directed(condition, direction)
    if (backend === 'netem' && trace !== null) return `netem cannot replay a delivery trace (${direction})`
    // Its loss knows how many packets in a row were lost, not which state the link is in: both are the same only where
    // the bad state loses every packet.
    if (backend === 'rattan' && typeof loss !== 'number' && loss.lossInBad !== 1 && loss.goodToBad > 0)
      return `rattan cannot lose only some packets of a burst (${direction}: lossInBad must be 1)`
  }
  return null
}
