import { gain, range, tickLabel } from '../../figures/quantity.ts'
import { GAIN_BINS, gainBin } from './gain-bin.ts'

/** Says what the squares of a heat map show, and how it is written. */
export interface HeatScale {
  /** Names a value: `gain`. */
  readonly name: string
  /** Words at the ends of the key: what its first bin stands for, and its last. */
  readonly ends: readonly [first: string, last: string]
  /** Says what each of the nine bins means, the middle one that there is about no difference. */
  readonly bins: readonly string[]
  readonly binOf: (value: number) => number
  readonly write: (value: number) => string
  readonly writeRange: (limits: readonly [number, number]) => string
  /** Says how several conditions in one square are put together. */
  readonly pooledBy: string
  /** Value that an interval excludes where a difference is shown. */
  readonly noDifference: string
}

/** Ratios of times, above 1 the arm is faster. */
export const GAIN_SCALE: HeatScale = {
  name: 'gain',
  ends: ['slower', 'faster'],
  bins: GAIN_BINS,
  binOf: gainBin,
  write: gain,
  writeRange: range,
  pooledBy: 'geometric mean',
  noDifference: '1',
}

/** Arm over baseline less 1, for what is not faster or slower: `−17 %`. */
export function changeScale(less: string, more: string): HeatScale {
  return {
    name: 'change',
    ends: [more, less],
    bins: ['≥ +100 %', '+50 %', '+20 %', '+5 %', 'about 0', '−5 %', '−17 %', '−33 %', '≤ −50 %'],
    binOf: (change) => gainBin(1 / (1 + change)),
    write: signedPercent,
    writeRange: (limits) => writtenRange(limits, signedPercent),
    pooledBy: 'geometric mean of the ratios',
    noDifference: '0',
  }
}

/** Shares of the largest difference, at which a bin ends. */
const SHARES = [0.05, 0.25, 0.5, 0.75] as const

/** Arm minus baseline in the metric's own unit; colours are shares of the largest difference that is shown. */
export function differenceScale(less: string, more: string, unit: string, largest: number): HeatScale {
  const write = (value: number) => signed(value, (size) => tickLabel(size, unit))
  const at = (share: number) => write(share * largest)
  return {
    name: 'difference',
    ends: [more, less],
    bins: [
      ...SHARES.toReversed().map((share, i) => (i === 0 ? `≥ ${at(share)}` : at(share))),
      'about 0',
      ...SHARES.map((share, i) => (i === SHARES.length - 1 ? `≤ ${at(-share)}` : at(-share))),
    ],
    binOf: (value) => {
      const passed = SHARES.filter((share) => Math.abs(value) > share * largest).length
      return value > 0 ? 4 - passed : 4 + passed
    },
    write,
    writeRange: (limits) => writtenRange(limits, write),
    pooledBy: 'mean',
    noDifference: '0',
  }
}

function signedPercent(change: number): string {
  return signed(change, (size) => `${(100 * size).toFixed(100 * size < 19.95 ? 1 : 0)} %`)
}

/** Writes the sign; what is written as zero has none. */
function signed(value: number, write: (size: number) => string): string {
  const text = write(Math.abs(value))
  return /[1-9]/.test(text) ? `${value < 0 ? '−' : '+'}${text}` : text
}

function writtenRange([low, high]: readonly [number, number], write: (value: number) => string): string {
  const [from, to] = [write(low), write(high)]
  return from === to ? from : `${from} to ${to}`
}
