import type { CellValue, Clause, Contrast, Level, Where } from './rule.ts'

/** Reduction of means, in percent: what is saved over HTTP/1.1 in TLS. */
export const REDUCTION: CellValue = {
  ...{ as: 'reduction', words: 'reduction' },
  of: { arm: 'spdy' },
  over: { arm: 'h1' },
}

/** Gain of medians, as a ratio: how many times as fast as HTTP/1.1 in TLS. */
export const GAIN: CellValue = { as: 'gain', words: 'gain', of: { arm: 'spdy' }, over: { arm: 'h1' } }

/** The mean reduction at one level against that at another, all else equal. */
export function reductionContrast(factor: string, high: Level, low: Level): Omit<Clause, 'expects'> {
  return { value: REDUCTION, contrast: { factor, pairs: [[high, low]] }, summary: { is: 'mean' } }
}

/** The gain at some levels over that at others, all else equal. */
export function gainContrast(
  factor: string,
  ...pairs: readonly (readonly [Level, Level])[]
): Omit<Clause, 'expects'> {
  return { value: GAIN, contrast: { factor, pairs }, summary: { is: 'geometric mean' } }
}

/** The mean reduction over the cells with these levels. */
export function meanReduction(where: Where): Omit<Clause, 'expects'> {
  return { value: REDUCTION, where, summary: { is: 'mean' } }
}

/** Cells that are slower by more than chance: none but a few. */
export const HARDLY_ANY_SLOWER: Clause = {
  value: REDUCTION,
  summary: { is: 'share', which: 'slower' },
  expects: { atMost: 0.1 },
}

/** Pages of `epload-pages`, each of which has a counterpart without its dependencies. */
const DEPENDENT_PAGES = [
  ...['modern', 'blocking', 'chain-fetch', 'depth-5', 'google-mobile-1-1', 'google-mobile-5-1'],
  ...['google-mobile-12-1', 'google-mobile-18-1', 'google-mobile-22-1', 'google-mobile-28-1'],
]

/** The gain of a page as it is over that of the page without its dependencies. */
export const WITH_DEPENDENCIES: Contrast = {
  factor: 'page',
  pairs: DEPENDENT_PAGES.map((page) => [page, `flat-${page}`] as const),
  words: 'with dependencies / without, page by page',
}

/** The other way round. */
export const WITHOUT_DEPENDENCIES: Contrast = {
  factor: 'page',
  pairs: DEPENDENT_PAGES.map((page) => [`flat-${page}`, page] as const),
  words: 'without dependencies / with, page by page',
}
