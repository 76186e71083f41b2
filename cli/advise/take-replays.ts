import { existsSync } from 'node:fs'
import type { NetworkName } from '../../advise/networks.ts'
import type { WhatIf } from '../../advise/what-if.ts'
import { WHAT_IFS } from '../../advise/what-ifs.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { GraphError } from '../../lab/graph/graph-error.ts'
import { GRAPH_ARMS } from '../../lab/graph/replay/graph-arms.ts'
import type { Arm } from '../../model/arm.ts'
import { RecordingError } from '../../record/recording-error.ts'
import {
  adviceCells,
  advicePlan,
  changedFolder,
  graphFile,
  hasOwnCells,
  makeWhatIf,
  needsBrowser,
  recordingFolder,
  whatIfArms,
  writeGraph,
} from './advice-plan.ts'
import type { AdviseOptions } from './advise-options.ts'
import { type AdviceRun, type AdviceState, writeAdviceState } from './advise-state.ts'
import { affordableRounds } from './budget.ts'
import { chooseLoader } from './choose-loader.ts'
import type { Known } from './known.ts'
import { isAllKnown, readCells, replayedNetworks, whatIfResults } from './read-replays.ts'
import { takeReplayRun } from './replay-run.ts'

/** Loads of each arm by which it is judged how faithful replays are. */
const PILOT_ROUNDS = 6

/** Of the time that is left, for each run of the pilot: what has been loaded by then must do. */
const PILOT_SHARE = 0.3

/** Of the time that is left, for the main run where another one follows. */
const MAIN_SHARE = 0.6

/** A run by a browser has one network alone for what-ifs: the first of these that was asked for. */
const TYPICAL: readonly NetworkName[] = ['4g', 'cable', 'fibre', '3g', 'satellite']

export interface TakingContext {
  readonly folder: string
  readonly database: string
  readonly options: AdviseOptions
  /** Ends at Ctrl-C, and when the time is over. */
  readonly signal: AbortSignal
  /** Milliseconds that are left. */
  readonly leftMs: () => number
  readonly say: (line: string) => void
}

/** Takes all replays that are not there yet; what is done is stored in the state as it goes. */
export async function takeReplays(state: AdviceState, known: Known, context: TakingContext): Promise<void> {
  await takePilot(state, known, context)
  if (context.signal.aborted) return
  const applying = WHAT_IFS.filter((whatIf) => whatIf.appliesTo(known.site).applies)
  if (state.runs.length === 0) {
    await planRuns(state, known, context, applying)
    await save(state, context)
  }
  for (const [index, run] of state.runs.entries()) {
    if (run.isDone) continue
    context.signal.throwIfAborted()
    const what = run.loader === 'graph' ? 'its graph' : 'a browser'
    context.say(
      `replays by ${what}: ${run.cells.length} cells, up to ${run.rounds} rounds, ${leftText(context)} left`,
    )
    const isLast = index === state.runs.length - 1
    const limit = limitOf(context, isLast ? 1 : MAIN_SHARE)
    await takeRun(
      state,
      run,
      known,
      { ...context, signal: AbortSignal.any([context.signal, limit]) },
      applying,
    )
    if (limit.aborted && !isLast) run.isDone = true
    await save(state, context)
  }
}

/** Replays that tell how near a replay is to live loads, and whether the graph is near enough. */
async function takePilot(state: AdviceState, known: Known, context: TakingContext): Promise<void> {
  const { pilot } = state
  const network = pilotNetwork(state)
  const browserArms: Arm[] = [...GRAPH_ARMS, ...(isMixed(known) ? (['recorded'] as const) : [])]
  pilot.browser ??= newRun('browser', [{ network, whatIf: null, arms: browserArms }])
  if (!pilot.browser.isDone) {
    context.say(`replays in the browser, to see how faithful they are: ${leftText(context)} left`)
    await takePilotRun(state, pilot.browser, known, context)
  }
  if (context.signal.aborted) return
  if (pilot.graph === null) {
    const why = await graphFault(context.folder)
    if (why !== null) {
      state.loader = { by: 'browser', why }
      await save(state, context)
      return
    }
    pilot.graph = newRun('graph', [{ network, whatIf: null, arms: [...GRAPH_ARMS] }])
  }
  if (!pilot.graph.isDone) await takePilotRun(state, pilot.graph, known, context)
  if (context.signal.aborted || state.loader !== null) return
  state.loader = await chooseLoader(context.database, pilot, known)
  context.say(`loaded by ${state.loader.by}: ${state.loader.why}`)
  await save(state, context)
}

async function takePilotRun(
  state: AdviceState,
  run: AdviceRun,
  known: Known,
  context: TakingContext,
): Promise<void> {
  const limit = limitOf(context, PILOT_SHARE)
  await takeRun(state, run, known, { ...context, signal: AbortSignal.any([context.signal, limit]) }, [])
  if (limit.aborted) run.isDone = true
  await save(state, context)
}

async function planRuns(
  state: AdviceState,
  known: Known,
  context: TakingContext,
  applying: readonly WhatIf[],
): Promise<void> {
  const { folder, leftMs } = context
  const { site } = known
  const by = state.loader?.by ?? 'browser'
  const arms = GRAPH_ARMS
  for (const whatIf of applying) await makeWhatIf(whatIf, folder, site)
  const typical = TYPICAL.find((name) => state.networks.includes(name)) ?? '4g'
  const inBrowser = by === 'browser' ? applying : applying.filter((whatIf) => needsBrowser(whatIf, site))
  if (by === 'graph') {
    const graphable = applying.filter((whatIf) => !inBrowser.includes(whatIf))
    for (const whatIf of graphable)
      if (whatIf.change !== null) await writeGraph(changedFolder(folder, whatIf), graphFile(folder, whatIf))
    const cells = adviceCells(state.networks, arms, graphable, site)
    const share = inBrowser.length === 0 ? 1 : MAIN_SHARE
    state.runs.push(sizedRun('graph', cells, graphable, folder, leftMs() * share))
  }
  if (by === 'browser' || inBrowser.length > 0) {
    const base = by === 'browser' ? adviceCells(state.networks, arms, [], site) : []
    const tried = adviceCells([typical], [], inBrowser, site)
    const merged = mergeCells(base, tried)
    state.runs.push(
      sizedRun('browser', merged, inBrowser, folder, leftMs() * (by === 'browser' ? 1 : 1 - MAIN_SHARE)),
    )
  }
}

/** Cells of the same page over the same network are one. */
function mergeCells(base: AdviceRun['cells'], more: AdviceRun['cells']): AdviceRun['cells'] {
  const merged = base.map((cell) => {
    const same = more.find(({ network, whatIf }) => network === cell.network && whatIf === cell.whatIf)
    return same === undefined ? cell : { ...cell, arms: [...new Set([...cell.arms, ...same.arms])] }
  })
  const others = more.filter(
    (cell) => !base.some(({ network, whatIf }) => network === cell.network && whatIf === cell.whatIf),
  )
  return [...merged, ...others]
}

function sizedRun(
  loader: AdviceRun['loader'],
  cells: AdviceRun['cells'],
  whatIfs: readonly WhatIf[],
  folder: string,
  leftMs: number,
): AdviceRun {
  const size = affordableRounds(
    (rounds) => advicePlan({ loader, rounds, cells }, folder, whatIfs),
    loader,
    leftMs,
  )
  return { ...newRun(loader, cells), ...size, whatIfs: whatIfs.map(({ name }) => name) }
}

function newRun(loader: AdviceRun['loader'], cells: AdviceRun['cells']): AdviceRun {
  const rounds = PILOT_ROUNDS
  return { labRunId: null, loader, rounds, endsEarly: false, cells, whatIfs: [], isDone: false }
}

async function takeRun(
  state: AdviceState,
  run: AdviceRun,
  known: Known,
  context: TakingContext,
  applying: readonly WhatIf[],
): Promise<void> {
  const { folder, database } = context
  const { site, baseline, liveLink } = known
  const isPilot = run === state.pilot.browser || run === state.pilot.graph
  const links = isPilot && liveLink !== null ? { [pilotNetwork(state)]: liveLink } : {}
  run.isDone = await takeReplayRun(run, {
    ...context,
    whatIfs: applying,
    links,
    onRun: async (labRunId) => {
      run.labRunId = labRunId
      await save(state, context)
    },
    isKnown: async (labRunId) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const cells = await readCells(db, labRunId)
      const plan = advicePlan(run, folder, applying, links)
      const results = applying.flatMap((whatIf) =>
        whatIfResults(run, cells, whatIf, whatIfArms(whatIf, site), hasOwnCells(whatIf)),
      )
      return isAllKnown(replayedNetworks(run, plan, cells, baseline), results)
    },
  })
}

function pilotNetwork({ networks }: AdviceState): NetworkName {
  return TYPICAL.find((name) => networks.includes(name)) ?? '4g'
}

/** Where all hosts had one protocol, the arm of that is the one as recorded. */
function isMixed({ site: { recording } }: Known): boolean {
  const answered = recording.hosts.filter(({ address }) => address !== null)
  const isKnown = answered.every(({ protocol }) => protocol !== null)
  return isKnown && new Set(answered.map(({ protocol }) => protocol)).size > 1
}

/** Writes the page's graph; resolves to why there is none, else to null. */
async function graphFault(folder: string): Promise<string | null> {
  const file = graphFile(folder, null)
  if (existsSync(file)) return null
  try {
    await writeGraph(recordingFolder(folder), file)
    return null
  } catch (error) {
    if (error instanceof GraphError || error instanceof RecordingError)
      return `no graph can be made of the recording: ${error.message}`
    throw error
  }
}

async function save(state: AdviceState, { folder }: Pick<TakingContext, 'folder'>): Promise<void> {
  await writeAdviceState(folder, state)
}

/** Aborts after a share of the time that is left. */
function limitOf({ leftMs }: Pick<TakingContext, 'leftMs'>, share: number): AbortSignal {
  return AbortSignal.timeout(Math.max(1, Math.round(leftMs() * share)))
}

function leftText({ leftMs }: Pick<TakingContext, 'leftMs'>): string {
  const seconds = Math.max(0, leftMs() / 1_000)
  return seconds < 90 ? `some ${Math.round(seconds)} s` : `some ${Math.round(seconds / 60)} min`
}
