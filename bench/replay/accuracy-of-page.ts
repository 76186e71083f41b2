import { recordedThinkMs } from '../../lab/replay/recorded-think-times.ts'
import { HARD_PAGES } from '../../lab/sandbox/hard/hard-pages.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { type ComparisonVerdict, compareArms } from '../../stats/comparison/compare-arms.ts'
import { pairRounds } from '../../stats/comparison/pair-rounds.ts'
import { median } from '../../stats/median.ts'
import { type DeclaredThinkTimes, declaredThinkTimes } from './declared-think-times.ts'
import type { MeasuredLoad } from './measured-loads.ts'
import type { SameBodies } from './same-bodies.ts'
import { type WaitsByExchange, type WholeWaits, wholeWaits } from './whole-waits.ts'

/** How faithful the replay of one page is. Null: not measured. */
export interface PageAccuracy {
  readonly page: string
  /** Of all loads under h1, h2 and h3. */
  readonly hits: number | null
  readonly misses: number | null
  readonly bodies: SameBodies | null
  /** Median over loads of `replay_server_error_ms`. */
  readonly thinkErrorMs: number | null
  /** Median of the recorded think times. */
  readonly thinkMs: number | null
  /** Of a page that declares its think times. */
  readonly declared: DeclaredThinkTimes | null
  /** Under the arm `recorded`. */
  readonly waits: WholeWaits | null
  readonly livePltMs: readonly number[]
  /** Of the arm `recorded`. */
  readonly replayPltMs: readonly number[]
  /** Replay A against replay B, arm by arm. */
  readonly again: readonly { readonly arm: string; readonly verdict: ComparisonVerdict }[]
  /** Loads of the replays that were not valid. */
  readonly invalidLoads: number
}

export interface PageMaterials {
  readonly fidelity: readonly MeasuredLoad[]
  readonly first: readonly MeasuredLoad[]
  readonly second: readonly MeasuredLoad[]
  readonly bodies: SameBodies | null
  /** Of both replays for times. */
  readonly waits: WaitsByExchange
}

export function accuracyOf(page: string, recording: Recording, materials: PageMaterials): PageAccuracy {
  const { bodies } = materials
  const own = (loads: readonly MeasuredLoad[]) => loads.filter((load) => load.page === page)
  const [fidelity, first, second] = [own(materials.fidelity), own(materials.first), own(materials.second)]
  const all = [...fidelity, ...first, ...second]
  const sum = (name: string): number | null =>
    fidelity.length === 0 ? null : fidelity.reduce((total, { metrics }) => total + (metrics[name] ?? 0), 0)
  const plt = (loads: readonly MeasuredLoad[]) => loads.flatMap(({ metrics }) => metrics.plt_ms ?? [])
  const thinkTimes = recording.exchanges.flatMap((exchange) => recordedThinkMs(exchange, recording) ?? [])
  const hardPage = HARD_PAGES.find(({ domain }) => domain === page)
  return {
    page,
    hits: sum('replay_hits'),
    misses: sum('replay_misses'),
    bodies,
    thinkErrorMs: median(all.flatMap(({ metrics }) => metrics.replay_server_error_ms ?? [])) ?? null,
    thinkMs: median(thinkTimes) ?? null,
    declared: hardPage === undefined ? null : declaredThinkTimes(hardPage, recording),
    waits: wholeWaits(recording, materials.waits),
    livePltMs: recording.loads.flatMap(({ purpose, failure, metrics }) =>
      purpose === 'times' && failure === null ? (metrics.plt_ms ?? []) : [],
    ),
    replayPltMs: plt([...first, ...second].filter(({ arm }) => arm === 'recorded')),
    again: [...new Set(first.map(({ arm }) => arm))].map((arm) => ({
      arm,
      verdict: verdictOf(
        first.filter((load) => load.arm === arm),
        second.filter((load) => load.arm === arm),
      ),
    })),
    invalidLoads: all.filter(({ state }) => state !== 'valid').length,
  }
}

/** Of page load times, by the comparison that all of towline has. */
export function verdictOf(
  baseline: readonly MeasuredLoad[],
  arm: readonly MeasuredLoad[],
): ComparisonVerdict {
  const values = (loads: readonly MeasuredLoad[]) =>
    loads
      .filter(({ state }) => state === 'valid')
      .map(({ round, metrics }) => ({ round, value: metrics.plt_ms ?? null }))
  const { pairs } = pairRounds(values(baseline), values(arm))
  return compareArms({ pairs, seed: 1, sequentialRounds: null }).verdict
}
