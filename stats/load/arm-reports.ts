import { LOAD_FIGURE_NAMES, type LoadFigureName } from '../../model/load-figure-terms.ts'
import { LOAD_PROTOCOLS, type LoadErrors, type LoadProtocol } from '../../model/load-second.ts'
import type { Bounded, LoadFigures } from './load-figures.ts'
import { addErrors } from './load-intervals.ts'
import { type LoadVerdict, loadVerdict } from './load-verdict.ts'
import { type Repeatability, repeatability } from './repeatability.ts'
import { type RepeatedFigure, repeatedRatio, repeatedRatioFigure, repeatedSlope } from './repeated-figure.ts'

/** What one load of a server under an arm gave. */
export interface TakenLoad {
  readonly server: string
  readonly arm: LoadProtocol
  /** Loads of the same one are compared with each other. */
  readonly repetition: number
  readonly figures: LoadFigures
}

/** The figures of capacity and cost, each over the repetitions; null: none gave it. */
export type ArmFigures = Readonly<Record<LoadFigureName, RepeatedFigure | null>>

/** A server under an arm, over its repetitions. */
export interface ArmReport {
  readonly server: string
  readonly arm: LoadProtocol
  readonly figures: ArmFigures
  /** This arm / the baseline, within repetitions; null: a lower bound is among them, or it is the baseline. */
  readonly ratios: ArmFigures
  /** Of this arm against the baseline; null: there is nothing to compare. */
  readonly verdicts: Readonly<Record<LoadFigureName, LoadVerdict | null>>
  /** How much repetitions differ; null of fewer than three, and where one of them is a lower bound or not above 0. */
  readonly repeatability: Readonly<Record<LoadFigureName, Repeatability | null>>
  /** The highest of all repetitions; null where it is not known. */
  readonly clientBusy: number | null
  /** Of the server's cores when it did most pages, the mean over repetitions; null where it is not known. */
  readonly serverBusy: number | null
  readonly pagesDone: number
  readonly pagesFailed: number
  readonly errors: LoadErrors
  readonly repetitions: readonly TakenLoad[]
}

/** Loads by server, in the order in which they come, and by arm. */
export function armReports(taken: readonly TakenLoad[], baseline: LoadProtocol): ArmReport[] {
  return [...Map.groupBy(taken, ({ server }) => server).values()].flatMap((loads) =>
    LOAD_PROTOCOLS.flatMap((arm) => {
      const repetitions = loads.filter((load) => load.arm === arm)
      const compared = arm === baseline ? [] : loads.filter((load) => load.arm === baseline)
      return repetitions.length === 0 ? [] : [armReport(repetitions, compared)]
    }),
  )
}

const CAPACITY = ['highestPagesPerS', 'slaUsers', 'firstErrorUsers'] as const
const SLOPES = ['memoryBytesPerUser', 'socketsPerUser'] as const

/** @param compared those of the baseline */
function armReport(repetitions: readonly TakenLoad[], compared: readonly TakenLoad[]): ArmReport {
  const [{ server, arm }] = repetitions as [TakenLoad]
  const all = repetitions.map(({ figures }) => figures)
  const pairs = repetitions.flatMap(({ repetition, figures }) => {
    const other = compared.find((load) => load.repetition === repetition)
    return other === undefined ? [] : [[figures, other.figures] as const]
  })
  const ratioOf = (read: (figures: LoadFigures) => Bounded | null): RepeatedFigure | null =>
    repeatedRatio(pairs.map(([first, second]) => [read(first), read(second)])) ?? null
  const serverBusy = all.flatMap(({ serverBusyAtHighest }) => serverBusyAtHighest ?? [])
  const clientBusy = all.flatMap((figures) => figures.clientBusy ?? [])
  const sum = (read: (figures: LoadFigures) => number): number =>
    all.reduce((total, figures) => total + read(figures), 0)
  const figures = armFigures(all)
  const ratios: ArmFigures = {
    ...byName(CAPACITY, (name) => ratioOf((each) => each[name])),
    ...byName(['cpuMsPerPage', ...SLOPES], (name) => ratioOf((each) => exactly(each[name]))),
  }
  const baseline = armFigures(compared.map((load) => load.figures))
  return {
    server,
    arm,
    figures,
    ratios,
    verdicts: byName(LOAD_FIGURE_NAMES, (name) => loadVerdict(figures[name], baseline[name], ratios[name])),
    repeatability: {
      ...byName(CAPACITY, (name) => repeatabilityOf(all.map((each) => each[name]))),
      ...byName(['cpuMsPerPage', ...SLOPES], (name) =>
        repeatabilityOf(all.map((each) => exactly(each[name]))),
      ),
    },
    clientBusy: clientBusy.length === 0 ? null : Math.max(...clientBusy),
    serverBusy:
      serverBusy.length === 0
        ? null
        : serverBusy.reduce((total, busy) => total + busy, 0) / serverBusy.length,
    pagesDone: sum(({ pagesDone }) => pagesDone),
    pagesFailed: sum(({ pagesFailed }) => pagesFailed),
    errors: addErrors(all.map(({ errors }) => errors)),
    repetitions,
  }
}

function armFigures(all: readonly LoadFigures[]): ArmFigures {
  return {
    ...byName(CAPACITY, (name) => repeatedRatioFigure(all.map((figures) => figures[name])) ?? null),
    cpuMsPerPage: repeatedRatioFigure(all.map(({ cpuMsPerPage }) => exactly(cpuMsPerPage))) ?? null,
    ...byName(SLOPES, (name) => repeatedSlope(all.map((figures) => figures[name])) ?? null),
  }
}

function repeatabilityOf(values: readonly (Bounded | null)[]): Repeatability | null {
  const known = values.filter((value) => value !== null)
  return known.some(({ bound }) => bound !== null) ? null : repeatability(known.map(({ value }) => value))
}

function byName<const Name extends LoadFigureName, Value>(
  names: readonly Name[],
  figureOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, figureOf(name)])) as Record<Name, Value>
}

function exactly(value: number | null): Bounded | null {
  return value === null ? null : { value, between: [value, value], bound: null }
}
