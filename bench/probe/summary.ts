import { type Spread, spread } from '../survey/summary.ts'
import { type Figures, figuresOf, type ProbeRun } from './figures.ts'
import { TARGETS, type Target } from './targets.ts'

/** One contender over all rounds. A figure is null where no round has it. */
export interface ContenderSummary {
  readonly contender: string
  readonly rounds: number
  /** Loads that were asked for in all rounds, and those that count. */
  readonly wanted: number
  readonly samples: number
  readonly figures: Readonly<Record<keyof Figures, Spread | null>>
}

export interface Verdict {
  readonly target: Target
  /** Ratio to the peer, or the figure itself; null where one of both did not run. */
  readonly value: Spread | null
  /** Whether the median meets the target; null without a value. */
  readonly met: boolean | null
}

export interface Summary {
  readonly contenders: readonly ContenderSummary[]
  readonly verdicts: readonly Verdict[]
}

/** Sums up the rounds. Ratios are taken within each round, where both met the same minutes of the machine. */
export function summarize(runs: readonly ProbeRun[], targets: readonly Target[] = TARGETS): Summary {
  const names = [...new Set(runs.map(({ contender }) => contender))]
  return {
    contenders: names.map((name) => sumUp(runs.filter(({ contender }) => contender === name))),
    verdicts: targets.map((target) => judge(target, runs)),
  }
}

function sumUp(runs: readonly ProbeRun[]): ContenderSummary {
  const figures = runs.flatMap((run) => figuresOf(run) ?? [])
  const of = (name: keyof Figures): Spread | null => spreadOf(figures.map((each) => each[name]))
  return {
    contender: runs[0]?.contender ?? '',
    rounds: runs.length,
    wanted: runs.reduce((sum, { wanted }) => sum + wanted, 0),
    samples: runs.reduce((sum, { samples }) => sum + samples.length, 0),
    figures: {
      samplesPerMinute: of('samplesPerMinute'),
      overheadMs: of('overheadMs'),
      cpuSPerSample: of('cpuSPerSample'),
      pltMs: of('pltMs'),
      pltVariation: of('pltVariation'),
      startUpMs: of('startUpMs'),
    },
  }
}

function judge(target: Target, runs: readonly ProbeRun[]): Verdict {
  const { figure, contender, peer, limit, atLeast } = target
  const of = (name: string, round: number): number | null => {
    const run = runs.find((each) => each.contender === name && each.round === round)
    return run === undefined ? null : (figuresOf(run)?.[figure] ?? null)
  }
  const values = [...new Set(runs.map(({ round }) => round))].map((round) => {
    const ours = of(contender, round)
    if (peer === null || ours === null) return ours
    const theirs = of(peer, round)
    return theirs === null ? null : ours / theirs
  })
  const value = spreadOf(values)
  const met = value === null ? null : atLeast ? value.median >= limit : value.median <= limit
  return { target, value, met }
}

function spreadOf(values: readonly (number | null)[]): Spread | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : spread(known)
}
