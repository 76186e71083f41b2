import { type Spread, spread, spreadOfKnown } from '../harness/spread.ts'
import { type BenchVerdict, judgeTarget, type Summary } from '../harness/verdict.ts'
import type { Discipline } from './contender.ts'
import type { SurveyBenchRun } from './rounds.ts'
import { SURVEY_TARGETS, type SurveyTarget } from './targets.ts'

/** One contender over all rounds. */
export interface SurveyContenderRow {
  readonly contender: string
  readonly discipline: Discipline
  readonly rounds: number
  readonly hosts: number
  readonly hostsPerS: Spread
  /** CPU-seconds for 1,000 hosts. */
  readonly cpuSPer1000: Spread
  readonly peakMiB: Spread | null
  /** Seconds of wall time. */
  readonly wallS: Spread
  /** The worst round's share of hosts with a line, and of hosts that were answered rightly, of all that were given. */
  readonly lineShare: number
  readonly rightShare: number
}

/** Sums up the rounds. Ratios are taken within each round, where both met the same minutes of the machine. */
export function summarizeSurveys(
  runs: readonly SurveyBenchRun[],
  targets: readonly SurveyTarget[] = SURVEY_TARGETS,
): Summary<SurveyContenderRow, SurveyTarget> {
  const keys = [...new Set(runs.map(keyOf))]
  return {
    contenders: keys.map((key) => sumUp(runs.filter((run) => keyOf(run) === key))),
    verdicts: targets.map((target) => judge(target, runs)),
  }
}

const keyOf = ({ discipline, contender }: Pick<SurveyBenchRun, 'discipline' | 'contender'>): string =>
  `${discipline} ${contender}`

const hostsPerS = ({ hosts, wallMs }: SurveyBenchRun): number => hosts / (wallMs / 1000)
const cpuSPer1000 = ({ hosts, cpuMs }: SurveyBenchRun): number => cpuMs / hosts

function sumUp(runs: readonly SurveyBenchRun[]): SurveyContenderRow {
  const [first] = runs
  if (first === undefined) throw new Error('a contender without a run')
  return {
    contender: first.contender,
    discipline: first.discipline,
    rounds: runs.length,
    hosts: first.hosts,
    hostsPerS: spread(runs.map(hostsPerS)),
    wallS: spread(runs.map(({ wallMs }) => wallMs / 1000)),
    cpuSPer1000: spread(runs.map(cpuSPer1000)),
    peakMiB: spreadOfKnown(runs.map(({ peakBytes }) => peakBytes && peakBytes / 2 ** 20)),
    lineShare: Math.min(...runs.map(({ lines, hosts }) => lines / hosts)),
    rightShare: Math.min(...runs.map(({ right, hosts }) => right / hosts)),
  }
}

function judge(target: SurveyTarget, runs: readonly SurveyBenchRun[]): BenchVerdict<SurveyTarget> {
  const figure = FIGURES[target.figure]
  const figureIn = (peer: string | null, round: number): number | null => {
    const key = keyOf({ discipline: target.discipline, contender: peer ?? 'towline' })
    const run = runs.find((each) => keyOf(each) === key && each.round === round)
    return run === undefined ? null : figure(run)
  }
  // A figure of ours alone (no host left out) must hold in every round, a ratio in the middle one.
  const judged = target.peer === null ? 'min' : 'median'
  return judgeTarget(
    target,
    runs.map(({ round }) => round),
    figureIn,
    judged,
  )
}

const FIGURES: Readonly<Record<SurveyTarget['figure'], (run: SurveyBenchRun) => number>> = {
  'hosts/s': hostsPerS,
  'CPU/host': cpuSPer1000,
  'hosts with a line': ({ lines, hosts }) => lines / hosts,
  'hosts answered rightly': ({ right, hosts }) => right / hosts,
  'wall time': ({ wallMs }) => wallMs,
}
