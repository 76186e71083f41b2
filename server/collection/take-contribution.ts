import type { Request, Response } from 'express'
import { DAY_MS } from '../../stats/field/days.ts'
import {
  type Contribution,
  type ContributionAnswer,
  contribution,
  OLDEST_DAYS,
} from '../contract/contract.ts'
import { Problem } from '../http/problem.ts'
import type { CollectionCounts } from './collection-counts.ts'
import { contributionRow } from './contribution-row.ts'
import type { ContributionStore } from './contribution-store.ts'
import { parseBody } from './read-json.ts'
import { mayEnter, type StudyDirectory } from './study-directory.ts'

export interface TakeOptions {
  readonly studies: StudyDirectory
  readonly store: ContributionStore
  readonly counts: CollectionCounts
  /** UTC, `2026-11-20`. */
  readonly today: () => string
  /** Counts an upload about a site. Throws a `Problem` where it is one too many. */
  readonly countSite: (request: Request, site: string) => void
}

const ANSWERS: Readonly<Record<'counted' | 'already_counted', ContributionAnswer>> = {
  counted: { accepted: true, reason: null },
  already_counted: { accepted: false, reason: 'already_counted' },
}

/** Checks an upload, stores it, and answers after the commit. Rejects with a `Problem`. */
export function takeContribution({ studies, store, counts, today, countSite }: TakeOptions) {
  return async (request: Request, response: Response): Promise<void> => {
    const record = parseBody(contribution, request.body)
    if (!isWithinWindow(record.day, today()))
      throw new Problem('bad_request', 'The day is not today or one of the 8 days before.')
    await demandKnown(studies, record, request.headers.authorization)
    countSite(request, `${record.list} ${record.site}`)
    const { outcome, repeated } = await store.store(contributionRow(record))
    counts.answered(outcome, repeated)
    if (outcome === 'key_reused') throw new Problem('key_reused', 'This key has come with another record.')
    response.status(outcome === 'counted' ? 201 : 200).json(ANSWERS[outcome])
  }
}

async function demandKnown(
  studies: StudyDirectory,
  record: Contribution,
  authorization: string | undefined,
): Promise<void> {
  const study = await studies.find(record.list)
  if (study === null) throw new Problem('not_found', 'No study of this list takes contributions.')
  if (!mayEnter(study, authorization))
    throw new Problem('unauthorized', 'This study is closed: it takes contributions by invitation.')
  if (!study.sites.has(record.site)) throw new Problem('not_found', 'The list has no such site.')
}

/** Whether a load of this day is taken today: today's, or of one of the 8 days before (safety.md P5). Both are UTC. */
export function isWithinWindow(day: string, today: string): boolean {
  const ms = Date.parse(day)
  // A day that no month has is another day to the calendar: 31 February.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day) return false
  const age = (Date.parse(today) - ms) / DAY_MS
  return age >= 0 && age <= OLDEST_DAYS
}
