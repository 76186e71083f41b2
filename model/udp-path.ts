/**
 * The fate of UDP between a browser and the lab's servers, in both directions; questions to its name server pass. Beside these
 * there is `dropped-after-N`: of each flow the first N packets pass, counted in both directions.
 */
export const UDP_PATHS = {
  open: 'nothing is in its way',
  dropped: 'every packet is lost without a word',
  rejected: 'every packet is answered by an ICMP message: port unreachable',
  throttled: 'more than 1 Mbit/s in either direction is lost, and 5 % of the rest at random',
} as const

export type UdpPath = keyof typeof UDP_PATHS | `dropped-after-${number}`

/** The rates of `throttled`: a policer, which has no queue. */
export const THROTTLED = { mbps: 1, lossFraction: 0.05 } as const

/** Packets of a flow that `dropped-after-N` lets pass; null for the other paths. */
export function packetsBeforeDrop(path: UdpPath): number | null {
  const found = /^dropped-after-(\d+)$/.exec(path)
  return found === null ? null : Number(found[1])
}
