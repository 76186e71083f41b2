import { type Spread, spreadOfKnown } from '../harness/spread.ts'
import { type BenchVerdict, judgeTarget, type Summary } from '../harness/verdict.ts'
import { type Figures, type ProbeRun, probeFigures } from './figures.ts'
import { PROBE_TARGETS, type ProbeTarget } from './targets.ts'

/** One contender over all rounds. A figure is null where no round has it. */
export interface ProbeContenderRow {
  readonly contender: string
  readonly rounds: number
  /** Loads that were asked for in all rounds, and those that count. */
  readonly wanted: number
  readonly samples: number
  readonly figures: Readonly<Record<keyof Figures, Spread | null>>
}

/** Sums up the rounds. Ratios are taken within each round, where both met the same minutes of the machine. */
export function summarizeProbes(
  runs: readonly ProbeRun[],
  targets: readonly ProbeTarget[] = PROBE_TARGETS,
): Summary<ProbeContenderRow, ProbeTarget> {
  const names = [...new Set(runs.map(({ contender }) => contender))]
  return {
    contenders: names.map((name) => sumUp(runs.filter(({ contender }) => contender === name))),
    verdicts: targets.map((target) => judge(target, runs)),
  }
}

function sumUp(runs: readonly ProbeRun[]): ProbeContenderRow {
  const figures = runs.flatMap((run) => probeFigures(run) ?? [])
  const figureSpread = (name: keyof Figures): Spread | null =>
    spreadOfKnown(figures.map((each) => each[name]))
  return {
    contender: runs[0]?.contender ?? '',
    rounds: runs.length,
    wanted: runs.reduce((sum, { wanted }) => sum + wanted, 0),
    samples: runs.reduce((sum, { samples }) => sum + samples.length, 0),
    figures: {
      samplesPerMinute: figureSpread('samplesPerMinute'),
      overheadMs: figureSpread('overheadMs'),
      cpuSPerSample: figureSpread('cpuSPerSample'),
      pltMs: figureSpread('pltMs'),
      pltVariation: figureSpread('pltVariation'),
      startUpMs: figureSpread('startUpMs'),
    },
  }
}

function judge(target: ProbeTarget, runs: readonly ProbeRun[]): BenchVerdict<ProbeTarget> {
  const { figure, contender } = target
  const figureIn = (peer: string | null, round: number): number | null => {
    const run = runs.find((each) => each.contender === (peer ?? contender) && each.round === round)
    return run === undefined ? null : (probeFigures(run)?.[figure] ?? null)
  }
  return judgeTarget(
    target,
    runs.map(({ round }) => round),
    figureIn,
  )
}
