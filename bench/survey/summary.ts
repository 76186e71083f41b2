import type { Discipline } from './contender.ts'
import type { Run } from './rounds.ts'
import { TARGETS, type Target } from './targets.ts'

/** Median, smallest and largest of some numbers. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** One contender over all rounds. */
export interface ContenderSummary {
  readonly contender: string
  readonly discipline: Discipline
  readonly rounds: number
  readonly hosts: number
  readonly hostsPerS: Spread
  /** CPU-seconds for 1,000 hosts. */
  readonly cpuSPer1000: Spread
  readonly peakMiB: Spread | null
  /** The worst round's share of hosts with a line, and of hosts that answered, of all that were given. */
  readonly lineShare: number
  readonly answeredShare: number
}

export interface Verdict {
  readonly target: Target
  /** Null where the peer did not run. */
  readonly ratio: Spread | null
  /** Whether the median meets the target (the worst round where there is no peer); null without a ratio. */
  readonly met: boolean | null
}

export interface Summary {
  readonly contenders: readonly ContenderSummary[]
  readonly verdicts: readonly Verdict[]
}

/** Sums up the rounds. Ratios are taken within each round, where both met the same minutes of the machine. */
export function summarize(runs: readonly Run[], targets: readonly Target[] = TARGETS): Summary {
  const keys = [...new Set(runs.map(keyOf))]
  return {
    contenders: keys.map((key) => sumUp(runs.filter((run) => keyOf(run) === key))),
    verdicts: targets.map((target) => judge(target, runs)),
  }
}

const keyOf = ({ discipline, contender }: Pick<Run, 'discipline' | 'contender'>): string =>
  `${discipline} ${contender}`

const hostsPerS = ({ hosts, wallMs }: Run): number => hosts / (wallMs / 1000)
const cpuSPer1000 = ({ hosts, cpuMs }: Run): number => cpuMs / hosts

function sumUp(runs: readonly Run[]): ContenderSummary {
  const [first] = runs
  if (first === undefined) throw new Error('a contender without a run')
  const peaks = runs.flatMap(({ peakBytes }) => (peakBytes === null ? [] : [peakBytes / 2 ** 20]))
  return {
    contender: first.contender,
    discipline: first.discipline,
    rounds: runs.length,
    hosts: first.hosts,
    hostsPerS: spread(runs.map(hostsPerS)),
    cpuSPer1000: spread(runs.map(cpuSPer1000)),
    peakMiB: peaks.length === 0 ? null : spread(peaks),
    lineShare: Math.min(...runs.map(({ lines, hosts }) => lines / hosts)),
    answeredShare: Math.min(...runs.map(({ answered, hosts }) => answered / hosts)),
  }
}

function judge(target: Target, runs: readonly Run[]): Verdict {
  const figure = { 'hosts/s': hostsPerS, 'CPU/host': cpuSPer1000, 'hosts with a line': lineShareOf }[
    target.figure
  ]
  const of = (contender: string, round: number): Run | undefined =>
    runs.find(
      (run) => run.discipline === target.discipline && run.contender === contender && run.round === round,
    )
  const ratios = [...new Set(runs.map(({ round }) => round))].flatMap((round) => {
    const ours = of('towline', round)
    if (ours === undefined) return []
    if (target.peer === null) return [figure(ours)]
    const theirs = of(target.peer, round)
    return theirs === undefined ? [] : [figure(ours) / figure(theirs)]
  })
  if (ratios.length === 0) return { target, ratio: null, met: null }
  const ratio = spread(ratios)
  // A figure of ours alone (no host left out) must hold in every round, a ratio in the middle one.
  const judged = target.peer === null ? ratio.min : ratio.median
  const met = target.atLeast ? judged >= target.limit : judged <= target.limit
  return { target, ratio, met }
}

const lineShareOf = ({ lines, hosts }: Run): number => lines / hosts

/** Throws where there is nothing to sum up. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (low === undefined || high === undefined || min === undefined || max === undefined) {
    throw new RangeError('the spread of no numbers')
  }
  return { median: (low + high) / 2, min, max }
}
