import { availableParallelism } from 'node:os'
import type { NetworkName } from '../../advise/network-words.ts'
import type { WhatIf } from '../../advise/what-if.ts'
import { GRAPH_ARMS } from '../../lab/graph/replay/graph-arms.ts'
import { estimatePlan } from '../../lab/plan/estimate.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { FIRST_LOOK, MIN_ROUNDS } from '../../stats/comparison/compare-arms.ts'
import { laneCount } from '../lab/lane-count.ts'
import {
  adviceCells,
  advicePlan,
  changedFolder,
  graphFile,
  makeWhatIf,
  needsBrowser,
  writeGraph,
} from './advice-plan.ts'
import type { AdviceRun, AdviceState } from './advise-state.ts'
import type { Known } from './known.ts'

/** Loads of each arm by which it is judged how faithful replays are. */
const PILOT_ROUNDS = 6

/** Share of the time that is left, for the main run where another one follows. */
export const MAIN_SHARE = 0.6

/** Networks by how many visitors have them: where time is short the last ones are left out. */
const TYPICAL: readonly NetworkName[] = ['4g', 'cable', 'fibre', '3g', 'satellite']

/** A browser that has no time for more is better spent on changes than on a third network. */
const FEW_NETWORKS = 2

interface PlanningContext {
  readonly folder: string
  readonly leftMs: () => number
}

/** Says what a run of the browser is to show. */
interface Scope {
  readonly networks: readonly NetworkName[]
  readonly whatIfs: readonly WhatIf[]
}

/** Plans runs for all networks and what-ifs that are in none yet: where a run had no time for them, a resumed advice may. */
export async function planRuns(
  state: AdviceState,
  { site }: Known,
  { folder, leftMs }: PlanningContext,
  applying: readonly WhatIf[],
): Promise<void> {
  const by = state.loader?.by ?? 'browser'
  const networks = typicalFirst(state).filter(
    (network) =>
      !state.runs.some((run) => run.loader === by && run.cells.some((cell) => cell.network === network)),
  )
  const whatIfs = applying.filter(({ name }) => !state.runs.some((run) => run.whatIfs.includes(name)))
  for (const whatIf of whatIfs) await makeWhatIf(whatIf, folder, site)
  const inBrowser = whatIfs.filter((whatIf) => by === 'browser' || needsBrowser(whatIf, site))
  const graphable = whatIfs.filter((whatIf) => !inBrowser.includes(whatIf))
  if (by === 'graph' && networks.length > 0) {
    for (const whatIf of graphable)
      if (whatIf.change !== null) await writeGraph(changedFolder(folder, whatIf), graphFile(folder, whatIf))
    const cells = adviceCells(networks, GRAPH_ARMS, graphable, site)
    const run = { loader: by, cells }
    const share = inBrowser.length === 0 ? 1 : MAIN_SHARE
    const { fits: _, ...size } = affordableRounds(planOf(run, folder, graphable), by, leftMs() * share)
    state.runs.push({ ...newRun(by, cells), ...size, whatIfs: graphable.map(({ name }) => name) })
  }
  const scope = { networks: by === 'browser' ? networks : [], whatIfs: inBrowser }
  if (scope.networks.length === 0 && scope.whatIfs.length === 0) return
  const budgetMs = leftMs() * (by === 'browser' ? 1 : 1 - MAIN_SHARE)
  state.runs.push(browserRun(state, scope, site, folder, budgetMs))
}

/** The largest run that the time allows: networks are left out first, then what-ifs. */
function browserRun(
  state: AdviceState,
  scope: Scope,
  site: Known['site'],
  folder: string,
  budgetMs: number,
): AdviceRun {
  const cells = scopeCells(state, scope, site)
  const measuredMs = state.pilot.browser?.loadMs ?? null
  const { fits, ...size } = affordableRounds(
    planOf({ loader: 'browser', cells }, folder, scope.whatIfs),
    'browser',
    budgetMs,
    measuredMs,
  )
  const smaller = fits ? null : smallerScope(scope)
  if (smaller !== null) return browserRun(state, smaller, site, folder, budgetMs)
  return { ...newRun('browser', cells), ...size, whatIfs: scope.whatIfs.map(({ name }) => name) }
}

function smallerScope({ networks, whatIfs }: Scope): Scope | null {
  if (networks.length > FEW_NETWORKS) return { networks: networks.slice(0, -1), whatIfs }
  if (whatIfs.length > (networks.length === 0 ? 1 : 0)) return { networks, whatIfs: whatIfs.slice(0, -1) }
  return networks.length > 1 ? { networks: networks.slice(0, -1), whatIfs } : null
}

/** What-ifs are tried over one network alone, beside the page as it is. */
function scopeCells(
  state: AdviceState,
  { networks, whatIfs }: Scope,
  site: Known['site'],
): AdviceRun['cells'] {
  const [typical = '4g'] = networks.length > 0 ? networks : typicalFirst(state)
  const base = adviceCells([...networks], GRAPH_ARMS, [], site)
  const tried = whatIfs.length === 0 ? [] : adviceCells([typical], [], whatIfs, site)
  const isSame = (a: AdviceRun['cells'][number], b: AdviceRun['cells'][number]): boolean =>
    a.network === b.network && a.whatIf === b.whatIf
  const merged = base.map((cell) => {
    const same = tried.find((other) => isSame(other, cell))
    return same === undefined ? cell : { ...cell, arms: [...new Set([...cell.arms, ...same.arms])] }
  })
  return [...merged, ...tried.filter((cell) => !base.some((other) => isSame(other, cell)))]
}

export function typicalFirst({ networks }: Pick<AdviceState, 'networks'>): NetworkName[] {
  return TYPICAL.filter((name) => networks.includes(name))
}

function planOf(run: Pick<AdviceRun, 'cells' | 'loader'>, folder: string, whatIfs: readonly WhatIf[]) {
  return (rounds: number) => advicePlan({ ...run, rounds }, folder, whatIfs)
}

export function newRun(loader: AdviceRun['loader'], cells: AdviceRun['cells']): AdviceRun {
  const rounds = PILOT_ROUNDS
  return { labRunId: null, loader, rounds, endsEarly: false, cells, whatIfs: [], isDone: false, loadMs: null }
}

/** More rounds than these show smaller gains than an owner acts on. */
const MOST_ROUNDS = { graph: 60, browser: 30 } as const

/** Lanes beside each other lose time: they wait for the same cores. */
const LANE_YIELD = 0.6

/**
 * Says how many rounds of a plan fit into a time. Fewer than a look at the verdicts needs are taken to their end.
 * @param loadMs what a load took before on this machine, which may be slower than the estimate
 */
function affordableRounds(
  planOf: (rounds: number) => Plan,
  loader: 'graph' | 'browser',
  leftMs: number,
  loadMs: number | null = null,
): { readonly rounds: number; readonly endsEarly: boolean; readonly fits: boolean } {
  const [none, one] = [planOf(MIN_ROUNDS), planOf(MIN_ROUNDS + 1)]
  const estimatedMs = estimatePlan(one).totalMs - estimatePlan(none).totalMs
  const loads = one.cells.reduce((sum, { arms }) => sum + arms.applied.length, 0)
  const roundMs = Math.max(estimatedMs, loads * (loadMs ?? 0))
  const fixedMs = estimatePlan(none).totalMs - MIN_ROUNDS * estimatedMs
  const lanes = laneCount(one, { visitsOfCell: 1, cores: availableParallelism() })
  const atOnce = lanes === 1 ? 1 : Math.max(1, lanes * LANE_YIELD)
  const fitting = Math.floor(((leftMs - fixedMs / atOnce) * atOnce) / roundMs)
  const rounds = Math.min(MOST_ROUNDS[loader], Math.max(MIN_ROUNDS, fitting))
  return { rounds, endsEarly: rounds >= 2 * FIRST_LOOK, fits: fitting >= MIN_ROUNDS }
}
