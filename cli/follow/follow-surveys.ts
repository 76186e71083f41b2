import type { SurveyRow } from '../../db/survey/surveys.ts'
import { EXIT } from '../exit/exit-codes.ts'
import { nextDue, type Period } from './period.ts'
import { SeriesHeld } from './series-lock.ts'

export interface Following {
  readonly period: Period
  /** Ends when nothing is due instead of waiting. */
  readonly once: boolean
  readonly surveys: () => Promise<readonly SurveyRow[]>
  /** Makes a survey, or resumes this one; resolves to an exit code. */
  readonly survey: (unfinished: SurveyRow | null, lost: AbortSignal) => Promise<number>
  /** Does the work while no other process does it; rejects with `SeriesHeld` where one does. */
  readonly locked: <T>(work: (lost: AbortSignal) => Promise<T>) => Promise<T>
  /** Wall time, milliseconds since 1970. */
  readonly now: () => number
  /** Rejects when the command is stopped. */
  readonly sleep: (ms: number) => Promise<void>
  readonly say: (line: string) => void
}

/** A clock that is set, and a machine that was asleep, are noticed after this long. */
const LOOK_AGAIN_MS = 60_000

/** A survey that failed, or that another process makes, is looked at again after this long: the network may be back. */
const RETRY_MS = 600_000

/**
 * Repeats a survey: the first at once, then one a period. Nothing but the database says what has been done, so that it
 * can be stopped and started anywhere. Resolves to an exit code, where it is to end.
 */
export async function followSurveys(following: Following): Promise<number> {
  const { period, once, surveys, survey, locked, now, sleep, say } = following
  const sleepUntil = async (moment: number): Promise<void> => {
    while (now() < moment) await sleep(Math.min(LOOK_AGAIN_MS, moment - now()))
  }
  /** Resolves to an exit code, or to null where another process has made the survey since it was looked for. */
  const surveyIfDue = async (lost: AbortSignal): Promise<number | null> => {
    const made = await surveys()
    if (now() < dueAt(made, period)) return null
    const last = made.at(-1)
    return survey(last === undefined || last.state === 'finished' ? null : last, lost)
  }
  for (;;) {
    const made = await surveys()
    const due = dueAt(made, period)
    if (now() < due) {
      say(`survey ${made.at(-1)?.id} is the newest; the next is due ${minute(due)}`)
      if (once) return EXIT.ok
      await sleepUntil(due)
    }
    let wait: string
    try {
      const exitCode = await locked(surveyIfDue)
      if (exitCode === null) continue
      if (exitCode === EXIT.interrupted || once) return exitCode
      if (exitCode === EXIT.ok) continue
      // A fault of the options or the database stays.
      if (exitCode !== EXIT.unavailable && exitCode !== EXIT.software && exitCode !== EXIT.tempFail)
        return exitCode
      wait = `the survey ended with exit code ${exitCode}`
    } catch (error) {
      if (once || !(error instanceof SeriesHeld)) throw error
      wait = error.message
    }
    say(`${wait}; once more ${minute(now() + RETRY_MS)}`)
    await sleepUntil(now() + RETRY_MS)
  }
}

/** Says when a survey is to be made or resumed, milliseconds since 1970. */
function dueAt(made: readonly SurveyRow[], period: Period): number {
  const [first, last] = [made[0], made.at(-1)]
  if (first === undefined || last?.state !== 'finished') return Number.NEGATIVE_INFINITY
  return nextDue(Date.parse(first.createdAt), Date.parse(last.createdAt), period)
}

function minute(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
