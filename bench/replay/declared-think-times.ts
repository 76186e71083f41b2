import { recordedThinkMs } from '../../lab/replay/recorded-think-times.ts'
import type { HardAnswer } from '../../lab/sandbox/hard/shape/hard-answer.ts'
import { buildPage, type HardPage } from '../../lab/sandbox/hard/shape/hard-page.ts'
import type { Exchange } from '../../model/recording/exchange.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { median } from '../../stats/median.ts'

/** How far the think times of a recording are from the declared means of the page that was recorded. */
export interface DeclaredThinkTimes {
  /** Exchanges of which both are known. */
  readonly n: number
  /** Median of |what a replay waits, median over the recorded loads − declared|. */
  readonly errorMs: number
  /** The same of the whole wait, with the link's queue. */
  readonly waitErrorMs: number
}

/** Null where no exchange has both. */
export function declaredThinkTimes(page: HardPage, recording: Recording): DeclaredThinkTimes | null {
  const declared = new Map(buildPage(page).answers.map((answer) => [answer.host + answer.path, answer]))
  const timed = new Set(
    recording.loads.flatMap(({ purpose, ordinal }) => (purpose === 'times' ? ordinal : [])),
  )
  const errors = recording.exchanges.flatMap((exchange) => {
    const answer = declaredAnswer(exchange, declared)
    const thinkMs = recordedThinkMs(exchange, recording)
    const waitMs = median(
      exchange.timings.flatMap((timing) => (timed.has(timing.load) ? (timing.thinkMs ?? []) : [])),
    )
    if (answer === undefined || thinkMs === null || waitMs === undefined) return []
    const { thinkMs: declaredMs = 0 } = answer
    return { own: Math.abs(thinkMs - declaredMs), wait: Math.abs(waitMs - declaredMs) }
  })
  const errorMs = median(errors.map(({ own }) => own))
  const waitErrorMs = median(errors.map(({ wait }) => wait))
  return errorMs === undefined || waitErrorMs === undefined
    ? null
    : { n: errors.length, errorMs, waitErrorMs }
}

/** Preflights are answered at once, and are none of them. */
function declaredAnswer(
  { method, url, status }: Exchange,
  declared: ReadonlyMap<string, HardAnswer>,
): HardAnswer | undefined {
  const { hostname, pathname } = new URL(url)
  if (method === 'OPTIONS' || status === null) return undefined
  return declared.get(hostname + pathname.replaceAll(/\/[0-9a-f]{16}(?=\/|$)/g, '/{id}'))
}
