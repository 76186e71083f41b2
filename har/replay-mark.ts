import type { Entry, Har } from 'har-format'

/**
 * Reads what the lab's replay said of an entry's answer: the value of its field `towline-replay`, and behind it that of
 * `towline-waited` where there is one, also where the page was not allowed to read the response; null where no answer came, and
 * in HARs of other pages.
 */
export function replayMark(entry: Entry): string | null {
  return ((entry as MarkedEntry)._replay ?? null) || null
}

export function setReplayMark(entry: Entry, mark: string): void {
  ;(entry as MarkedEntry)._replay = mark
}

/** Reads what the HAR of a replayed load says of its recording; null of any other load. The reader knows its shape. */
export function replayFactsIn({ log }: Har): unknown {
  return (log as MarkedLog)._replay ?? null
}

export function withReplayFacts(har: Har, facts: object): Har {
  const log: MarkedLog = { ...har.log, _replay: facts }
  return { ...har, log }
}

type MarkedEntry = Entry & { _replay?: string }
type MarkedLog = Har['log'] & { _replay?: object }
