import type { SampleReport } from '../../crawler/probe/campaign/campaign-context.ts'
import type { Arm } from '../../model/arm.ts'
import { ratioText } from '../../model/ratio-text.ts'
import { compareArms } from '../../stats/comparison/compare-arms.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { limitsText } from '../output/comparison-text.ts'
import { baselineOf } from './baseline.ts'

/** What is known so far of one arm of one site. */
export interface RunningArm {
  readonly site: string
  readonly arm: Arm
  /** Page load times of valid samples by round, milliseconds. */
  readonly plts: ReadonlyMap<number, number>
  readonly leftOut: number
  /** The number of the sample that changed it last. */
  readonly changedAt: number
  /** `1.31 (1.20–1.41)`; null for the baseline, and while it is unknown. */
  readonly gain: string | null
}

/** The report that is stored later uses the campaign's own seed; this one is only looked at. */
const SEED = 1

/** Collects samples while a campaign runs. A bootstrap is computed for the site that was loaded, not for all of them. */
export class RunningGains {
  readonly #arms = new Map<string, RunningArm>()
  readonly #sequentialRounds: number | null
  samples = 0
  leftOut = 0

  /** @param sequentialRounds of the campaign (`sequentialRounds` of db/) */
  constructor(sequentialRounds: number | null) {
    this.#sequentialRounds = sequentialRounds
  }

  get arms(): readonly RunningArm[] {
    return [...this.#arms.values()]
  }

  /** Takes a sample into account; with `gains` also computes the gains of its site again. */
  add({ site, arm, round, state, pltMs }: SampleReport, { gains }: { readonly gains: boolean }): void {
    this.samples += 1
    const key = `${site.site} ${arm}`
    const before = this.#arms.get(key)
    const isValid = state === 'valid' && pltMs !== null
    if (!isValid) this.leftOut += 1
    this.#arms.set(key, {
      site: site.domain,
      arm,
      plts: isValid ? new Map(before?.plts).set(round, pltMs) : (before?.plts ?? new Map()),
      leftOut: (before?.leftOut ?? 0) + (isValid ? 0 : 1),
      changedAt: this.samples,
      gain: null,
    })
    if (gains) this.#updateGains(site.domain)
  }

  #updateGains(site: string): void {
    const entries = [...this.#arms].filter(([, arm]) => arm.site === site)
    const baseline = baselineOf(entries.map(([, { arm }]) => arm))
    const base = entries.find(([, { arm }]) => arm === baseline)?.[1]
    if (base === undefined) return
    for (const [key, entry] of entries)
      if (entry.arm !== baseline) this.#arms.set(key, { ...entry, gain: this.#gainOf(base, entry) })
  }

  #gainOf(base: RunningArm, { plts }: RunningArm): string | null {
    const { gain, gainInterval } = compareArms({
      pairs: pairRounds(valuesOf(base.plts), valuesOf(plts)).pairs,
      seed: SEED,
      sequentialRounds: this.#sequentialRounds,
    })
    if (gain === null) return null
    const limits = limitsText(gainInterval)
    return `${ratioText(gain)}${limits === null ? '' : ` (${limits})`}`
  }
}

/** A time of 0 cannot be compared as a ratio. */
function valuesOf(plts: ReadonlyMap<number, number>): { round: number; value: number | null }[] {
  return [...plts].map(([round, value]) => ({ round, value: value > 0 ? value : null }))
}
