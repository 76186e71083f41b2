import { existsSync } from 'node:fs'
import type { NetworkName } from '../../advise/network-words.ts'
import type { WhatIf } from '../../advise/what-if.ts'
import { WHAT_IFS } from '../../advise/what-ifs.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { GraphError } from '../../lab/graph/graph-error.ts'
import { GRAPH_ARMS } from '../../lab/graph/replay/graph-arms.ts'
import type { Arm } from '../../model/arm.ts'
import { RecordingError } from '../../record/recording-error.ts'
import { advicePlan, graphFile, hasOwnCells, recordingFolder, whatIfArms, writeGraph } from './advice-plan.ts'
import type { AdviseOptions } from './advise-options.ts'
import { type AdviceRun, type AdviceState, writeAdviceState } from './advise-state.ts'
import { chooseLoader } from './choose-loader.ts'
import type { Known } from './known.ts'
import { MAIN_SHARE, newRun, planRuns, typicalFirst } from './plan-runs.ts'
import { isAllKnown, readCells, replayedNetworks, whatIfResults } from './read-replays.ts'
import { takeReplayRun } from './replay-run.ts'

/** Share of the time that is left, for each run of the pilot: what has been loaded by then must do. */
const PILOT_SHARE = 0.3

interface TakingContext {
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
  await planRuns(state, known, context, applying)
  await save(state, context)
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
  const startedMs = context.leftMs()
  const limit = limitOf(context, PILOT_SHARE)
  await takeRun(state, run, known, { ...context, signal: AbortSignal.any([context.signal, limit]) }, [])
  if (limit.aborted) run.isDone = true
  const loads = run.cells.reduce((sum, { arms }) => sum + arms.length * run.rounds, 0)
  if (run.isDone && !limit.aborted) run.loadMs = (startedMs - context.leftMs()) / loads
  await save(state, context)
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

function pilotNetwork(state: AdviceState): NetworkName {
  return typicalFirst(state)[0] ?? '4g'
}

/** Hosts of one protocol make the arm of that the one as recorded. */
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
