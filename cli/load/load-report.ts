import type { Database } from '../../db/connection/database.ts'
import type { LoadRunRow } from '../../db/load/load-runs.ts'
import { secondsOf } from '../../db/load/load-seconds.ts'
import { type LoadRow, loadsOf } from '../../db/load/loads.ts'
import type { LoadPlan } from '../../lab/load/plan/load-plan.ts'
import { LOAD_PROTOCOLS, type LoadErrors, type LoadProtocol } from '../../model/load-second.ts'
import { type Bounded, type LoadFigures, loadFigures } from '../../stats/load/load-figures.ts'
import { addErrors } from '../../stats/load/load-intervals.ts'
import {
  type RepeatedFigure,
  repeatedRatio,
  repeatedRatioFigure,
  repeatedSlope,
} from '../../stats/load/repeated-figure.ts'

/** As it was stored with a run, by this version or an earlier one. */
export type StoredPlan = Omit<LoadPlan, 'name' | 'seed'>

/** The figures of capacity and cost, each over the repetitions; null: none gave it. */
export interface ArmFigures {
  readonly highestPagesPerS: RepeatedFigure | null
  readonly slaUsers: RepeatedFigure | null
  readonly firstErrorUsers: RepeatedFigure | null
  readonly cpuMsPerPage: RepeatedFigure | null
  readonly memoryBytesPerUser: RepeatedFigure | null
  readonly socketsPerUser: RepeatedFigure | null
}

export type FigureName = keyof ArmFigures

export interface ArmReport {
  readonly server: string
  readonly arm: LoadProtocol
  readonly figures: ArmFigures
  /** This arm / the baseline, within repetitions; null: a lower bound is among them, or it is the baseline. */
  readonly ratios: Readonly<Record<FigureName, RepeatedFigure | null>>
  /** The highest of all repetitions; null where it is not known. */
  readonly clientBusy: number | null
  /** Of the server's cores when it did most pages, the mean over repetitions; null where it is not known. */
  readonly serverBusy: number | null
  readonly pagesDone: number
  readonly pagesFailed: number
  readonly errors: LoadErrors
  /** By repetition, those that were done. */
  readonly repetitions: readonly (LoadFigures & Pick<LoadRow, 'repetition' | 'attempts' | 'startedAt'>)[]
}

export interface LoadReport {
  readonly run: LoadRunRow
  readonly plan: StoredPlan
  readonly loads: { readonly done: number; readonly planned: number }
  /** Which arm the others are compared with. */
  readonly baseline: LoadProtocol
  readonly arms: readonly ArmReport[]
}

/** Computes what a load run says of its servers, from what was recorded each second. */
export async function loadReport(db: Database, run: LoadRunRow): Promise<LoadReport> {
  const plan = run.plan as StoredPlan
  const loads = await loadsOf(db, run.id)
  const done = loads.filter(({ state }) => state === 'done')
  const taken: TakenLoad[] = []
  // One after the other: the seconds of a long run are some megabytes.
  for (const load of done) {
    const { cores = null } = (load.facts ?? {}) as { readonly cores?: object | null }
    const options = { intervalMs: plan.ramp.intervalMs, limitMs: plan.slaMs, isPinned: cores !== null }
    taken.push({ load, figures: loadFigures(await secondsOf(db, run.id, load.load), options) })
  }
  const baseline = plan.arms.includes('h1') ? 'h1' : (plan.arms[0] ?? 'h1')
  const byServer = Map.groupBy(taken, ({ load }) => load.server)
  return {
    run,
    plan,
    loads: { done: done.length, planned: loads.length },
    baseline,
    arms: [...byServer].flatMap(([server, all]) =>
      LOAD_PROTOCOLS.flatMap((arm) => {
        const own = all.filter(({ load }) => load.arm === arm)
        return own.length === 0 ? [] : [armReport(server, arm, own, arm === baseline ? [] : all, baseline)]
      }),
    ),
  }
}

interface TakenLoad {
  readonly load: LoadRow
  readonly figures: LoadFigures
}

const CAPACITY = ['highestPagesPerS', 'slaUsers', 'firstErrorUsers'] as const
const COST = ['cpuMsPerPage', 'memoryBytesPerUser', 'socketsPerUser'] as const

function armReport(
  server: string,
  arm: LoadProtocol,
  taken: readonly TakenLoad[],
  compared: readonly TakenLoad[],
  baseline: LoadProtocol,
): ArmReport {
  const figures = taken.map((each) => each.figures)
  const pairs = taken.flatMap((each) => {
    const other = compared.find(
      ({ load }) => load.arm === baseline && load.repetition === each.load.repetition,
    )
    return other === undefined ? [] : [[each.figures, other.figures] as const]
  })
  const busy = figures.flatMap(({ serverBusyAtHighest }) => serverBusyAtHighest ?? [])
  const clientBusy = figures.flatMap((each) => each.clientBusy ?? [])
  return {
    server,
    arm,
    figures: {
      highestPagesPerS: repeatedRatioFigure(figures.map((each) => each.highestPagesPerS)) ?? null,
      slaUsers: repeatedRatioFigure(figures.map((each) => each.slaUsers)) ?? null,
      firstErrorUsers: repeatedRatioFigure(figures.map((each) => each.firstErrorUsers)) ?? null,
      cpuMsPerPage: repeatedRatioFigure(figures.map((each) => exactly(each.cpuMsPerPage))) ?? null,
      memoryBytesPerUser: repeatedSlope(figures.map((each) => each.memoryBytesPerUser)) ?? null,
      socketsPerUser: repeatedSlope(figures.map((each) => each.socketsPerUser)) ?? null,
    },
    ratios: {
      ...ratiosOf(CAPACITY, (name) => pairs.map(([first, second]) => [first[name], second[name]])),
      ...ratiosOf(COST, (name) =>
        pairs.map(([first, second]) => [exactly(first[name]), exactly(second[name])]),
      ),
    },
    clientBusy: clientBusy.length === 0 ? null : Math.max(...clientBusy),
    serverBusy: busy.length === 0 ? null : busy.reduce((sum, share) => sum + share, 0) / busy.length,
    pagesDone: figures.reduce((sum, each) => sum + each.pagesDone, 0),
    pagesFailed: figures.reduce((sum, each) => sum + each.pagesFailed, 0),
    errors: addErrors(figures.map(({ errors }) => errors)),
    repetitions: taken.map(({ load: { repetition, attempts, startedAt }, figures: each }) => ({
      ...{ repetition, attempts, startedAt },
      ...each,
    })),
  }
}

function ratiosOf<Name extends FigureName>(
  names: readonly Name[],
  pairsOf: (name: Name) => [Bounded | null, Bounded | null][],
): Record<Name, RepeatedFigure | null> {
  return Object.fromEntries(names.map((name) => [name, repeatedRatio(pairsOf(name)) ?? null])) as Record<
    Name,
    RepeatedFigure | null
  >
}

function exactly(value: number | null): Bounded | null {
  return value === null ? null : { value, between: [value, value], bound: null }
}
