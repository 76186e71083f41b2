import type { Members } from '../../model/published-cell.ts'
import { binQuantile } from './bin-quantile.ts'
import { binned } from './bins.ts'
import type { Contributor } from './contributors.ts'

/**
 * Leaves as many contributors out on the heavier side of a level that the median of the others lies as near to the level as
 * `step` allows, and no more. Those who came last are left out first; among them they are taken evenly from all of their
 * values, so that the side keeps its shape. Independent of the order.
 *
 * @param levelMs where the median should be
 * @param step how far from it it may be, as a logarithm
 * @returns those that are kept, by pseudonym as they came
 */
export function holdBack(
  contributors: readonly Contributor[],
  members: Members,
  levelMs: number,
  step: number,
): readonly Contributor[] {
  const distance = (of: readonly Contributor[]): number =>
    Math.log((binQuantile(binned(of.map(({ valueMs }) => valueMs)), 0.5) ?? levelMs) / levelMs)
  const off = distance(contributors)
  if (Math.abs(off) <= step) return contributors
  const sign = Math.sign(off)
  const heavy = leavingOrder(
    contributors.filter(({ valueMs }) => sign * (valueMs - levelMs) > 0),
    members,
  )
  const without = (held: number): readonly Contributor[] => {
    const out = new Set(heavy.slice(0, held))
    return contributors.filter((one) => !out.has(one))
  }
  const beyond = (held: number): number => sign * distance(without(held)) - step
  let few = 0
  let enough = heavy.length
  while (enough - few > 1) {
    const middle = (few + enough) >> 1
    if (beyond(middle) > 0) few = middle
    else enough = middle
  }
  return without(beyond(few) < -beyond(enough) ? few : enough)
}

/** Orders who came last first; of equals evenly over their values, which the reversed bits of their ranks are. */
function leavingOrder(side: readonly Contributor[], members: Members): Contributor[] {
  const [joined = [], stayed = []] = [false, true].map((isMember) =>
    spread(side.filter(({ cidHash }) => members.has(cidHash) === isMember)),
  )
  return [...joined, ...stayed]
}

function spread(side: readonly Contributor[]): Contributor[] {
  const byValue = side.toSorted((a, b) => a.valueMs - b.valueMs || (a.cidHash < b.cidHash ? -1 : 1))
  const bits = Math.max(1, Math.ceil(Math.log2(byValue.length + 1)))
  return byValue
    .map((one, rank) => ({ one, place: reversed(rank, bits) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one)
}

function reversed(rank: number, bits: number): number {
  let result = 0
  for (let bit = 0; bit < bits; bit += 1) result = (result << 1) | ((rank >> bit) & 1)
  return result
}
