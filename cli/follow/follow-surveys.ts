import type { SurveyRow } from '../../db/survey/surveys.ts'
import { EXIT } from '../exit/exit-codes.ts'
import { nextDue, type Period } from './period.ts'

export interface Following {
  readonly period: Period
  /** Ends when nothing is due instead of waiting. */
  readonly once: boolean
  /** The surveys so far, oldest first. */
  readonly surveys: () => Promise<readonly SurveyRow[]>
  /** Makes a survey, or resumes this one; resolves to an exit code. */
  readonly survey: (unfinished: SurveyRow | null) => Promise<number>
  /** Wall time, milliseconds since 1970. */
  readonly now: () => number
  /** Rejects when the command is stopped. */
  readonly sleep: (ms: number) => Promise<void>
  readonly say: (line: string) => void
}

/** A clock that is set, and a machine that was asleep, are noticed after this long. */
const LOOK_AGAIN_MS = 60_000

/** A survey that failed is taken up again after this long: the network may be back. */
const RETRY_MS = 600_000

/**
 * Repeats a survey: the first at once, then one a period. Nothing but the database says what has been done, so that it
 * can be stopped and started anywhere. Resolves to an exit code, where it is to end.
 */
export async function followSurveys(following: Following): Promise<number> {
  const { period, once, surveys, survey, now, sleep, say } = following
  const sleepUntil = async (moment: number): Promise<void> => {
    while (now() < moment) await sleep(Math.min(LOOK_AGAIN_MS, moment - now()))
  }
  for (;;) {
    const made = await surveys()
    const [first, last] = [made[0], made.at(-1)]
    if (first !== undefined && last?.state === 'finished') {
      const due = nextDue(Date.parse(first.createdAt), Date.parse(last.createdAt), period)
      if (now() < due) {
        say(`survey ${last.id} is the newest; the next is due ${minute(due)}`)
        if (once) return EXIT.ok
        await sleepUntil(due)
      }
    }
    const exitCode = await survey(last === undefined || last.state === 'finished' ? null : last)
    if (exitCode === EXIT.interrupted || once) return exitCode
    if (exitCode === EXIT.ok) continue
    // What is wrong with the options or the database stays wrong.
    if (exitCode !== EXIT.unavailable && exitCode !== EXIT.software && exitCode !== EXIT.tempFail)
      return exitCode
    say(`the survey ended with exit code ${exitCode}; once more ${minute(now() + RETRY_MS)}`)
    await sleepUntil(now() + RETRY_MS)
  }
}

function minute(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
