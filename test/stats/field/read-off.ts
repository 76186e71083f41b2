import { hash } from 'node:crypto'
import type { Bins } from '../../../model/published-cell.ts'
import { binQuantile } from '../../../stats/field/bin-quantile.ts'
import { BIN_RATIO, binned, binOf } from '../../../stats/field/bins.ts'
import { blurred } from '../../../stats/field/blurred.ts'
import { rng } from '../../../stats/rng.ts'

/** What is done to votes before their bins are published. */
export type Treatment =
  | { readonly kind: 'none' }
  /** Each so many bins are one. */
  | { readonly kind: 'merged'; readonly bins: number }
  /** Each vote is moved, by its pseudonym; `fresh`: anew in each release. */
  | { readonly kind: 'blurred'; readonly scale: number; readonly fresh?: boolean }
  /** Each bin's count is moved by Laplace's distribution of scale 2 / epsilon (differential privacy of one vote). */
  | { readonly kind: 'counts'; readonly epsilon: number }

/** People of a site: log-normal, of a deviation of 0.5, as in `simulated-field.ts`. */
const MEDIAN_MS = 800
const DEVIATION = 0.5
const MOST_BIN = 220

export interface ReadOff {
  /** Share of victims whose bin, 5 % wide, is named. */
  readonly bin: number
  /** Share of victims of whom the guess is within 10 %. */
  readonly near: number
}

export interface MedianError {
  /** Root mean square of the logarithm of the published median over the true one. */
  readonly rms: number
  /** 95 of 100 are off by no more than so much, as a fraction. */
  readonly p95: number
}

/**
 * How often the one person among fakes is read off. Whoever made the fakes up knows their votes as published, the
 * distribution of people and the treatment, and guesses the most likely bin.
 *
 * @param releases that the person is in, all of them seen
 */
export function readOff(treatment: Treatment, trials: number, seed: number, releases = 1): ReadOff {
  const random = rng(seed)
  const prior = priorOfBins()
  let [bin, near] = [0, 0]
  for (let trial = 0; trial < trials; trial += 1) {
    const valueMs = personMs(random)
    const likelihood = seenOf(treatment, valueMs, random, releases)
    let best = 0
    let guess = 0
    for (const [index, share] of prior.entries()) {
      const weight = Math.log(share) + likelihood(index)
      if (index === 0 || weight > best) [best, guess] = [weight, index]
    }
    if (guess === binOf(valueMs)) bin += 1
    if (Math.abs(Math.log(BIN_RATIO ** (guess + 0.5) / valueMs)) <= Math.log(1.1)) near += 1
  }
  return { bin: bin / trials, near: near / trials }
}

/** Logarithm of the likelihood of what was seen, by the bin that the person's value lies in. */
function seenOf(
  treatment: Treatment,
  valueMs: number,
  random: () => number,
  releases: number,
): (bin: number) => number {
  const own = binOf(valueMs)
  if (treatment.kind === 'none') return (bin) => (bin === own ? 0 : -1e9)
  if (treatment.kind === 'merged') {
    const merged = Math.floor(own / treatment.bins)
    return (bin) => (Math.floor(bin / treatment.bins) === merged ? 0 : -1e9)
  }
  if (treatment.kind === 'blurred') {
    const { scale, fresh = false } = treatment
    const draws = fresh ? releases : 1
    const seen = Array.from({ length: draws }, () =>
      blurred(valueMs, { cidHash: name(random), what: 'load' }, scale),
    )
    const middles = seen.map((ms) => Math.log(BIN_RATIO ** (binOf(ms) + 0.5)))
    return (bin) => {
      const middle = Math.log(BIN_RATIO ** (bin + 0.5))
      return -middles.reduce((sum, one) => sum + Math.abs(one - middle), 0) / scale
    }
  }
  const scale = 2 / treatment.epsilon
  const noisy = Array.from({ length: MOST_BIN }, (_, bin) => Number(bin === own) + scale * laplaceOf(random))
  return (bin) => (Math.abs(noisy[bin] ?? 0) - Math.abs((noisy[bin] ?? 0) - 1)) / scale
}

/** How far the published median of so many people is from that of all people. */
export function medianError(treatment: Treatment, people: number, trials: number, seed: number): MedianError {
  const random = rng(seed)
  const errors: number[] = []
  for (let trial = 0; trial < trials; trial += 1) {
    const bins = published(treatment, sample(people, random), random)
    errors.push(Math.log((binQuantile(bins, 0.5) ?? 1) / MEDIAN_MS))
  }
  const sizes = errors.map(Math.abs).toSorted((a, b) => a - b)
  const rms = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / trials)
  return { rms, p95: Math.exp(sizes[Math.floor(0.95 * trials)] ?? 0) - 1 }
}

/** By how much a published quantile of very many people is off, as a fraction. */
export function quantileBias(treatment: Treatment, p: number, seed: number): number {
  const random = rng(seed)
  const values = sample(200_000, random)
  const truth = binQuantile(binned(values), p) ?? 1
  return (binQuantile(published(treatment, values, random), p) ?? 1) / truth - 1
}

function published(treatment: Treatment, values: readonly number[], random: () => number): Bins {
  if (treatment.kind === 'blurred')
    return binned(values.map((ms) => blurred(ms, { cidHash: name(random), what: 'load' }, treatment.scale)))
  if (treatment.kind === 'counts') {
    const counts = new Map(binned(values))
    const scale = 2 / treatment.epsilon
    return Array.from({ length: MOST_BIN }, (_, bin): [number, number] => [
      bin,
      Math.max(0, Math.round((counts.get(bin) ?? 0) + scale * laplaceOf(random))),
    ]).filter(([, count]) => count > 0)
  }
  if (treatment.kind === 'merged') {
    // Spread evenly over the bins of each: what a reader of wide bins takes for granted.
    const wide = Map.groupBy(values, (ms) => Math.floor(binOf(ms) / treatment.bins))
    return [...wide]
      .toSorted(([a], [b]) => a - b)
      .flatMap(([first, { length }]) =>
        Array.from({ length: treatment.bins }, (_, index): [number, number] => [
          first * treatment.bins + index,
          length / treatment.bins,
        ]),
      )
  }
  return binned(values)
}

function sample(people: number, random: () => number): number[] {
  return Array.from({ length: people }, () => personMs(random))
}

function personMs(random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return MEDIAN_MS * Math.exp(DEVIATION * normal)
}

function name(random: () => number): string {
  return hash('sha256', String(random()))
}

function laplaceOf(random: () => number): number {
  const u = random() - 0.5
  return -Math.sign(u) * Math.log(1 - 2 * Math.abs(u))
}

function priorOfBins(): number[] {
  const weights = Array.from({ length: MOST_BIN }, (_, bin) => {
    const z = (Math.log(BIN_RATIO ** (bin + 0.5)) - Math.log(MEDIAN_MS)) / DEVIATION
    return Math.exp(-(z ** 2) / 2)
  })
  return weights.map((weight) => Math.max(weight, Number.MIN_VALUE))
}
