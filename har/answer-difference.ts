import type { Entry, Har } from 'har-format'
import { isFromNetwork, UNFINISHED, UNREPORTED } from './entry.ts'

/**
 * Says how the answers of two loads of one page differ, resource by resource: hosts and paths, whatever the scheme and the
 * query. The arms of a round may differ in the one, loads of a page in the other.
 */
export interface AnswerDifference {
  /** Number of either load. */
  readonly resources: number
  /** Resources whose answers differ in their number or statuses, or in decoded size by more than a tenth and 1,000 bytes. */
  readonly differing: number
  /** Resources asked for by both of which more answers are errors in one than in the other. */
  readonly failing: number
  /** One that fails, else one that differs; null: none does. */
  readonly example: string | null
}

const SIZE_SHARE = 0.1
const SIZE_BYTES = 1_000

export function answerDifference(one: Har, other: Har): AnswerDifference {
  const [ours, theirs] = [answersByResource(one), answersByResource(other)]
  const resources = [...new Set([...ours.keys(), ...theirs.keys()])]
  const failing = resources.filter((name) => {
    const [a, b] = [ours.get(name), theirs.get(name)]
    return a !== undefined && b !== undefined && errors(a) !== errors(b)
  })
  const differing = resources.filter((name) => differ(ours.get(name) ?? [], theirs.get(name) ?? []))
  return {
    resources: resources.length,
    differing: differing.length,
    failing: failing.length,
    example: failing[0] ?? differing[0] ?? null,
  }
}

/** Leaves out what is not known: requests under way at the end say nothing. */
function answersByResource({ log }: Har): Map<string, Entry[]> {
  const known = log.entries.filter(
    (entry) => isFromNetwork(entry) && entry._error !== UNFINISHED && entry._error !== UNREPORTED,
  )
  return Map.groupBy(known, ({ request }) => {
    const url = URL.parse(request.url)
    return url === null ? request.url : `${url.host}${url.pathname}`
  })
}

const isError = ({ response }: Entry): boolean => response.status === 0 || response.status >= 400
const errors = (entries: readonly Entry[]): number => entries.filter(isError).length

function differ(ours: readonly Entry[], theirs: readonly Entry[]): boolean {
  const statuses = (entries: readonly Entry[]) =>
    entries
      .map(({ response }) => response.status)
      .sort()
      .join()
  if (statuses(ours) !== statuses(theirs)) return true
  const [a, b] = [ours, theirs].map((entries) =>
    entries.reduce((bytes, { response }) => bytes + Math.max(0, response.content.size), 0),
  ) as [number, number]
  return Math.abs(a - b) > Math.max(SIZE_BYTES, SIZE_SHARE * Math.max(a, b))
}

/** Reads what the HAR of a load says of the loads of its round before it, by their arms; null where it says nothing. */
export function roundDifferencesIn({ log }: Har): Readonly<Record<string, AnswerDifference>> | null {
  return (log as MarkedLog)._roundDifferences ?? null
}

export function withRoundDifferences(har: Har, byArm: Readonly<Record<string, AnswerDifference>>): Har {
  const log: MarkedLog = { ...har.log, _roundDifferences: byArm }
  return { ...har, log }
}

type MarkedLog = Har['log'] & { _roundDifferences?: Readonly<Record<string, AnswerDifference>> }
