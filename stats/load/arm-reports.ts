import type { CostTime, LoadFigureName } from '../../model/load-figure-terms.ts'
import { LOAD_ARMS, type LoadErrors, type LoadedArm } from '../../model/load-second.ts'
import { shortestCostTime } from './cost-time.ts'
import type { Bounded, LoadFigures } from './load-figures.ts'
import { addErrors } from './load-intervals.ts'
import { type LoadVerdict, loadVerdict } from './load-verdict.ts'
import { type Repeatability, repeatability } from './repeatability.ts'
import { type RepeatedFigure, repeatedRatio, repeatedRatioFigure, repeatedSlope } from './repeated-figure.ts'
import { type FigureSecond, type ServerCosts, serverCosts } from './server-costs.ts'

/** Result of one load of a server under an arm. */
export interface TakenLoad {
  readonly server: string
  readonly arm: LoadedArm
  /** Loads of the same one are compared with each other. */
  readonly repetition: number
  readonly figures: LoadFigures
}

/** A load whose costs can be computed of a shorter time too, so that two are compared over the same. */
export interface ComparableLoad extends TakenLoad {
  readonly seconds: readonly FigureSecond[]
}

/** The figures of capacity and cost, each over the repetitions; null: none gave it. */
type ArmFigures = Readonly<Record<LoadFigureName, RepeatedFigure | null>>

/** A server under an arm, over its repetitions. */
export interface ArmReport {
  readonly server: string
  readonly arm: LoadedArm
  readonly figures: ArmFigures
  /**
   * Time that the cost of a page and a user is taken from, in every repetition: the shortest of those that are long enough to
   * say what a page costs.
   */
  readonly costTime: CostTime
  /**
   * This arm / the baseline, within repetitions, costs over the shorter cost time of the two; null: a lower bound is among them, it
   * is not known whether the client had headroom, or it is the baseline.
   */
  readonly ratios: ArmFigures
  /** Verdicts on this arm against the baseline; null: there is nothing to compare. */
  readonly verdicts: Readonly<Record<LoadFigureName, LoadVerdict | null>>
  /** Says how much repetitions differ; null of fewer than three, and where one of them is a lower bound or not above 0. */
  readonly repeatability: Readonly<Record<LoadFigureName, Repeatability | null>>
  /** The highest of all repetitions; null where it is not known. */
  readonly clientBusy: number | null
  /** Busy share of the server's cores when it did most pages, the mean over repetitions; null where it is not known. */
  readonly serverBusy: number | null
  readonly pagesDone: number
  readonly pagesFailed: number
  readonly errors: LoadErrors
  readonly repetitions: readonly TakenLoad[]
}

/** Loads by server, in the order in which they come, and by arm. */
export function armReports(taken: readonly ComparableLoad[], baseline: LoadedArm): ArmReport[] {
  return [...Map.groupBy(taken, ({ server }) => server).values()].flatMap((loads) =>
    LOAD_ARMS.flatMap((arm) => {
      const repetitions = loads.filter((load) => load.arm === arm)
      const compared = arm === baseline ? [] : loads.filter((load) => load.arm === baseline)
      return repetitions.length === 0 ? [] : [armReport(repetitions, compared)]
    }),
  )
}

const CAPACITY = ['highestPagesPerS', 'slaUsers', 'firstErrorUsers'] as const
const SLOPES = ['memoryBytesPerUser', 'socketsPerUser'] as const
const COSTS = ['cpuMsPerPage', ...SLOPES] as const
const NO_COSTS: ServerCosts = { cpuMsPerPage: null, memoryBytesPerUser: null, socketsPerUser: null }

/** @param compared those of the baseline */
function armReport(repetitions: readonly ComparableLoad[], compared: readonly ComparableLoad[]): ArmReport {
  const [{ server, arm }] = repetitions as [ComparableLoad]
  const [time, baselineTime] = [commonCostTime(repetitions), commonCostTime(compared)]
  const all = repetitions.map((load) => overCostTime(load, time))
  const pairs = repetitions.flatMap((load) => {
    const other = compared.find(({ repetition }) => repetition === load.repetition)
    return other === undefined ? [] : [[load, other] as const]
  })
  const isShared = [...repetitions, ...compared].some(({ figures }) => figures.costTime.end === 'shared_core')
  const shorter = time.toMs < baselineTime.toMs ? time : baselineTime
  const costPairs = isShared
    ? []
    : pairs.map(([load, other]) => [overCostTime(load, shorter), overCostTime(other, shorter)] as const)
  const serverBusy = all.flatMap(({ serverBusyAtHighest }) => serverBusyAtHighest ?? [])
  const clientBusy = all.flatMap((figures) => figures.clientBusy ?? [])
  const sum = (read: (figures: LoadFigures) => number): number =>
    all.reduce((total, figures) => total + read(figures), 0)
  const figures = armFigures(all)
  const ratios: ArmFigures = {
    ...byName(
      CAPACITY,
      (name) =>
        repeatedRatio(pairs.map(([load, other]) => [load.figures[name], other.figures[name]])) ?? null,
    ),
    ...byName(
      COSTS,
      (name) =>
        repeatedRatio(costPairs.map(([costs, others]) => [exactly(costs[name]), exactly(others[name])])) ??
        null,
    ),
  }
  const baseline = armFigures(compared.map((load) => overCostTime(load, baselineTime)))
  return {
    server,
    arm,
    figures,
    ratios,
    costTime: time,
    verdicts: {
      ...byName(CAPACITY, (name) => loadVerdict(figures[name], baseline[name], ratios[name])),
      ...byName(COSTS, (name) =>
        compared.length > 0 &&
        (isShared || lacksHeadroom(repetitions, figures[name]) || lacksHeadroom(compared, baseline[name]))
          ? 'no headroom'
          : loadVerdict(figures[name], baseline[name], ratios[name]),
      ),
    },
    repeatability: {
      ...byName(CAPACITY, (name) => repeatabilityOf(all.map((each) => each[name]))),
      ...byName(COSTS, (name) => repeatabilityOf(all.map((each) => exactly(each[name])))),
    },
    clientBusy: clientBusy.length === 0 ? null : Math.max(...clientBusy),
    serverBusy:
      serverBusy.length === 0
        ? null
        : serverBusy.reduce((total, busy) => total + busy, 0) / serverBusy.length,
    pagesDone: sum(({ pagesDone }) => pagesDone),
    pagesFailed: sum(({ pagesFailed }) => pagesFailed),
    errors: addErrors(all.map(({ errors }) => errors)),
    repetitions: repetitions.map(({ seconds: _, ...load }) => load),
  }
}

/** One load that was disturbed early is not to make the costs of all others unknown. */
function commonCostTime(loads: readonly ComparableLoad[]): CostTime {
  const known = loads.filter(({ figures }) => figures.cpuMsPerPage !== null)
  const times = (known.length > 0 ? known : loads).map(({ figures }) => figures.costTime)
  return shortestCostTime(times) ?? { toMs: 0, users: 0, end: 'ramp' }
}

/**
 * Costs over the same time in every load, in which users came alike: what a page costs falls while users come. Unknown of a
 * load whose own time is shorter.
 */
function overCostTime({ figures, seconds }: ComparableLoad, { toMs }: CostTime): LoadFigures {
  const isShorter = figures.costTime.toMs < toMs
  return { ...figures, ...(isShorter ? NO_COSTS : serverCosts(seconds, toMs)) }
}

/** Whether a cost of an arm is not known since the client was too busy, too soon. */
function lacksHeadroom(loads: readonly TakenLoad[], cost: RepeatedFigure | null): boolean {
  return cost === null && loads.some(({ figures }) => figures.costTime.end === 'client')
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
