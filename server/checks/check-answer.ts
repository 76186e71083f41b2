import { z } from 'zod'
import { type AskedCheck, checkResult, checksBefore } from '../../db/checks/asked-checks.ts'
import type { Database } from '../../db/connection/database.ts'
import type { CheckAnswer } from '../contract/contract.ts'

/** Path of a check's page, for good. */
export const checkPath = (id: number): string => `/checks/${id}`

export async function checkAnswer(db: Pick<Database, 'query'>, check: AskedCheck): Promise<CheckAnswer> {
  const text = check.state === 'done' ? await checkResult(db, check.id) : null
  return {
    id: check.id,
    url: check.url,
    state: check.state,
    before: check.state === 'waiting' ? await checksBefore(db, check.id) : null,
    askedAt: check.createdAt,
    finishedAt: check.finishedAt,
    reason: check.reason,
    page: checkPath(check.id),
    result: text === null ? null : (JSON.parse(text) as CheckAnswer['result']),
  }
}

const ratio = z.number().nullable()

/** The part of a check's result that its page shows; `towline check --json` writes more. */
const shownResult = z.object({
  browser: z.string().nullable(),
  internet: z.boolean(),
  sentences: z.array(z.string()),
  baseline: z.string().nullable(),
  arms: z.array(
    z.object({
      arm: z.string(),
      label: z.string(),
      validLoads: z.int(),
      leftOutLoads: z.int(),
      medianMs: ratio,
      gain: ratio,
      gainInterval: z.tuple([z.number(), z.number()]).nullable(),
    }),
  ),
})

export type ShownResult = z.output<typeof shownResult>

/** Returns null where there is none, or another program has written to the database. */
export async function shownResultOf(
  db: Pick<Database, 'query'>,
  { id, state }: AskedCheck,
): Promise<ShownResult | null> {
  const text = state === 'done' ? await checkResult(db, id) : null
  if (text === null) return null
  try {
    return shownResult.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
