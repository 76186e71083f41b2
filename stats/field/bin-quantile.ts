import type { Bins } from '../../model/published-cell.ts'
import { binEdges, binTotal } from './bins.ts'

/**
 * The p-quantile of what lies in bins: the value below which there is a share p of it, if each bin is filled evenly on the
 * logarithmic scale (bin 0 on the linear one, as it begins at 0). Off by less than a bin's width, 5 %, from that of the
 * values themselves.
 *
 * @param p 0..1
 * @returns milliseconds; undefined without values
 * @throws RangeError where p is outside 0..1
 */
export function binQuantile(bins: Bins, p: number): number | undefined {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a quantile is asked for at 0..1, not ${p}`)
  const wanted = p * binTotal(bins)
  let below = 0
  for (const [index, [bin, count]] of bins.entries()) {
    if (below + count < wanted && index < bins.length - 1) {
      below += count
      continue
    }
    return inBin(bin, Math.min(1, (wanted - below) / count))
  }
  return undefined
}

function inBin(bin: number, share: number): number {
  const { fromMs, toMs } = binEdges(bin)
  return fromMs === 0 ? share * toMs : fromMs * (toMs / fromMs) ** share
}
