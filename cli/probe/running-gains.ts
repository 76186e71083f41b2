import type { SampleReport } from '../../crawler/probe/campaign/campaign-context.ts'
import type { Arm } from '../../model/arm.ts'
import { ratioText } from '../../model/ratio-text.ts'
import { compareArms } from '../../stats/comparison/compare-arms.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { limitsText } from '../output/comparison-text.ts'
import { baselineOf } from './baseline.ts'

export interface RunningArm {
  readonly site: string
  readonly arm: Arm
  /** Page load times of valid samples by round, milliseconds. */
  readonly plts: ReadonlyMap<number, number>
  /** Rounds whose sample does not count. */
  readonly leftOut: ReadonlySet<number>
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
  /** Says how often each round was taken before, by `site round`. */
  readonly #repeatNos = new Map<string, number>()
  samples = 0

  /** @param sequentialRounds of the campaign (`sequentialRounds` of db/) */
  constructor(sequentialRounds: number | null) {
    this.#sequentialRounds = sequentialRounds
  }

  get arms(): readonly RunningArm[] {
    return [...this.#arms.values()]
  }

  get leftOut(): number {
    return this.arms.reduce((sum, { leftOut }) => sum + leftOut.size, 0)
  }

  /** Takes a sample into account; with `gains` also computes the gains of its site again. */
  add(report: SampleReport, { gains }: { readonly gains: boolean }): void {
    const { site, arm, round, state, pltMs } = report
    this.samples += 1
    this.#forgetReplaced(report)
    const key = `${site.site} ${arm}`
    const before = this.#arms.get(key)
    const isValid = state === 'valid' && pltMs !== null
    this.#arms.set(key, {
      site: site.domain,
      arm,
      plts: isValid ? new Map(before?.plts).set(round, pltMs) : (before?.plts ?? new Map()),
      leftOut: isValid ? (before?.leftOut ?? new Set()) : new Set(before?.leftOut).add(round),
      changedAt: this.samples,
      gain: null,
    })
    if (gains) this.#updateGains(site.domain)
  }

  /** A round that is taken again counts anew, with all its arms. */
  #forgetReplaced({ site, round, repeats }: SampleReport): void {
    const key = `${site.site} ${round}`
    const repeatNo = repeats?.repeatNo ?? 0
    if (repeatNo <= (this.#repeatNos.get(key) ?? 0)) return
    this.#repeatNos.set(key, repeatNo)
    for (const [armKey, entry] of this.#arms) {
      if (entry.site !== site.domain) continue
      const plts = new Map(entry.plts)
      const leftOut = new Set(entry.leftOut)
      plts.delete(round)
      leftOut.delete(round)
      this.#arms.set(armKey, { ...entry, plts, leftOut })
    }
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
