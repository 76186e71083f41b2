import {
  type AskedCheck,
  addCheck,
  checkById,
  checkOfUrl,
  countChecks,
  holdAskedChecks,
} from '../../db/checks/asked-checks.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { Problem } from '../http/problem.ts'
import type { AskedUrl } from './asked-url.ts'
import {
  type CheckBoxOptions,
  MOST_WAITING,
  PER_DOMAIN_AND_DAY,
  SAME_URL_MS,
  type WriterSoon,
} from './check-box.ts'

interface TakeCheckOptions {
  readonly box: CheckBoxOptions
  readonly writer: WriterSoon
  /** Wall time, ISO 8601 in UTC. */
  readonly now: () => string
}

interface TakenCheck {
  readonly check: AskedCheck
  /** False: the page was asked for within a day. */
  readonly isNew: boolean
}

/** A check takes a minute or two: the queue has room again. */
const QUEUE_RETRY_S = 120

/**
 * Stores a check that is asked for, or finds the one that there is of its page.
 * @param countAddress counts it for whoever asks, once everything else allows it; throws where it is one too many
 * @throws Problem
 */
export async function takeCheck(
  { url, domain }: AskedUrl,
  { box, writer: soon, now }: TakeCheckOptions,
  countAddress: () => void,
): Promise<TakenCheck> {
  const writer = await soon
  if (writer === null) throw new Problem('unavailable', 'This server only shows what there is.')
  const createdAt = now()
  const since = new Date(Date.parse(createdAt) - SAME_URL_MS).toISOString()
  try {
    return await writer.write(
      async (query) => {
        await holdAskedChecks(query, writer.dialect)
        const known = await checkOfUrl(query, url, since)
        if (known !== null) return { check: known, isNew: false }
        demandRoom(
          await countChecks(query, domain, `${createdAt.slice(0, 10)}T00:00:00.000Z`),
          box,
          createdAt,
        )
        countAddress()
        const id = await addCheck(query, { url, domain, createdAt })
        await box.enqueue(query, id)
        const check = await checkById({ query }, id)
        if (check === null) throw new Error(`check ${id} is not where it was stored`)
        return { check, isNew: true }
      },
      { shown: false },
    )
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new Problem('unavailable', 'Checks cannot be stored at present: ask again later.', 60)
  }
}

function demandRoom(
  { today, ofDomain, waiting }: Awaited<ReturnType<typeof countChecks>>,
  { perDay }: CheckBoxOptions,
  at: string,
): void {
  if (ofDomain >= PER_DOMAIN_AND_DAY)
    throw tooMany('This site was checked often enough today: see its checks, or come back tomorrow.', at)
  if (today >= perDay) throw tooMany('All checks of today are taken: come back tomorrow.', at)
  if (waiting >= MOST_WAITING)
    throw new Problem('too_many_requests', 'Too many checks are waiting: ask again later.', QUEUE_RETRY_S)
}

/** Asks to come again after midnight, UTC. */
function tooMany(sentence: string, at: string): Problem {
  const untilS = 86_400 - Math.floor((Date.parse(at) / 1_000) % 86_400)
  return new Problem('too_many_requests', sentence, untilS)
}
