import { setTimeout } from 'node:timers/promises'
import type { WhatIf } from '../../advise/what-if.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { listLabRuns } from '../../db/lab/lab-runs.ts'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import { explain } from '../exit/errors.ts'
import { EXIT, type ExitCode } from '../exit/exit-codes.ts'
import { takeLabRun } from '../lab/take-lab-run.ts'
import { advicePlan } from './advice-plan.ts'
import type { AdviseOptions } from './advise-options.ts'
import type { AdviceCell, AdviceRun } from './advise-state.ts'

/** Rounds of a cell in one go: a run that time ends has as many of each. */
const ROUNDS_A_BLOCK = { graph: 5, browser: 2 } as const

/** Says how often it is looked whether all verdicts are known, ms. */
const LOOK_MS = 5_000

interface ReplayRunContext {
  readonly folder: string
  readonly database: string
  readonly options: Pick<AdviseOptions, 'busyLimit' | 'cache'>
  readonly whatIfs: readonly WhatIf[]
  readonly links?: Partial<Record<AdviceCell['network'], LinkCondition>>
  readonly say: (line: string) => void
  /** Ends it: time is over, or Ctrl-C. */
  readonly signal: AbortSignal
  /** Is told its number as soon as there is one. */
  readonly onRun: (labRunId: number) => Promise<void>
  /** Whether all that it is for is known. */
  readonly isKnown: (labRunId: number) => Promise<boolean>
}

/** A link that was off since the machine was busy is measured again, so often and after so long. */
const TRIES = 5
const WAIT_MS = 10_000

/** Takes the loads of a run that are not there yet. Resolves to whether it came to its end, or is known enough. */
export async function takeReplayRun(run: AdviceRun, context: ReplayRunContext): Promise<boolean> {
  for (let tried = 1; ; tried += 1)
    try {
      return await takeOnce(run, context)
    } catch (error) {
      const { exitCode, message } = explain(error)
      if (exitCode !== EXIT.tempFail || tried === TRIES || context.signal.aborted) throw error
      context.say(`${message}; trying again`)
      await setTimeout(WAIT_MS)
      if (context.signal.aborted) return false
    }
}

async function takeOnce(run: AdviceRun, context: ReplayRunContext): Promise<boolean> {
  const { folder, database, options, whatIfs, links, signal } = context
  const plan = advicePlan(run, folder, whatIfs, links)
  const enough = new AbortController()
  const watch = watchRun(run, context, enough)
  let exitCode: ExitCode
  try {
    exitCode = await takeLabRun(
      plan,
      {
        ...(run.labRunId !== null && { resume: true as const }),
        blocks: Math.ceil(run.rounds / ROUNDS_A_BLOCK[run.loader]),
        ...{ lanes: null, capture: false, loadTimeout: null, busyLimit: options.busyLimit, database },
        cache: options.cache,
      },
      {
        asked: { advise: run.cells.length },
        resultsCommand: run.loader === 'graph' ? 'lab results' : 'replay report',
        signal: AbortSignal.any([signal, enough.signal]),
      },
    )
  } catch (error) {
    if (!signal.aborted && !enough.signal.aborted) throw error
    exitCode = EXIT.interrupted
  } finally {
    await watch.end()
  }
  return exitCode === EXIT.ok || exitCode === EXIT.noResult || enough.signal.aborted
}

/** Looks at a run while it is under way, and ends it once everything is known. */
function watchRun(
  run: AdviceRun,
  { database, onRun, isKnown }: ReplayRunContext,
  enough: AbortController,
): { readonly end: () => Promise<void> } {
  let labRunId = run.labRunId
  const look = async (): Promise<void> => {
    if (labRunId === null) {
      labRunId = await newestRun(database, startedAt)
      if (labRunId !== null) await onRun(labRunId)
    }
    if (labRunId !== null && run.endsEarly && (await isKnown(labRunId))) enough.abort(new Error('known'))
  }
  const startedAt = new Date().toISOString()
  let under: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    under = under.then(look)
    // It is awaited, and rejects, when the run ends.
    under.catch(() => {})
  }, LOOK_MS)
  return {
    end: async () => {
      clearInterval(timer)
      await under
      await look()
    },
  }
}

/** The lab run that was started since. */
async function newestRun(database: string, since: string): Promise<number | null> {
  await using db = await openDatabase({ url: database, readOnly: true })
  const found = (await listLabRuns(db)).filter(({ createdAt }) => createdAt >= since)
  return found.length === 0 ? null : Math.max(...found.map(({ id }) => id))
}
