import cors from 'cors'
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express'
import type { Logger } from 'pino'
import type { Database } from '../../db/connection/database.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { type Contribution, type ContributionAnswer, contribution, deletion } from '../contract/contract.ts'
import { Problem } from '../http/problem.ts'
import { sendProblem } from '../http/send-problem.ts'
import { AddressBuckets } from './address-bucket.ts'
import type { CollectionCounts } from './collection-counts.ts'
import { COLLECTION_PATH } from './collection-path.ts'
import { cidHash, contributionRow } from './contribution-row.ts'
import { ContributionStore } from './contribution-store.ts'
import { isWithinWindow } from './day-window.ts'
import { parseBody, readJson } from './read-json.ts'
import { StatusTally } from './status-tally.ts'
import { mayEnter, StudyDirectory } from './study-directory.ts'
import { VisitorLimits } from './visitor-limits.ts'

/** How much one address may send (safety.md ING-5, ING-9); 0 for any number. */
export interface CollectionLimits {
  /** Default 60. */
  readonly perMinute?: number
  /** Default 600. */
  readonly perDay?: number
  /** Different sites. Default 50. */
  readonly sitesPerDay?: number
  /** For one site: what a household comes to. Default 10. */
  readonly perSiteAndDay?: number
}

export interface CollectionOptions {
  /** Read-only. */
  readonly db: Database
  /** The server's only writer, when it is open; null where the database may only be read. */
  readonly writer: Promise<Database | null>
  readonly log: Logger
  readonly counts: CollectionCounts
  /** Monotonic, milliseconds. */
  readonly clock: () => number
  /** Wall time, ISO 8601 in UTC. */
  readonly now: () => string
  readonly limits?: CollectionLimits
}

export interface Collection {
  readonly router: Router
  /** Writes what is left to log. */
  end(): void
}

/** Deletions of one address: each may be of 300 pseudonyms, which is more than a volunteer ever has. */
const DELETIONS = { perMinute: 10, perDay: 100, subjectsPerDay: 0, perSubject: 0 } as const

const METHODS = 'POST, DELETE, OPTIONS'

/** Takes contributions and deletes them. Nothing of a request is logged: no address, no body, no time (safety.md P5). */
export function collection(options: CollectionOptions): Collection {
  const {
    db,
    log,
    counts,
    clock,
    now,
    limits: { perMinute = 60, perDay = 600, sitesPerDay = 50, perSiteAndDay = 10 } = {},
  } = options
  const today = (): string => now().slice(0, 10)
  const store = new ContributionStore({ ...options, today })
  counts.watch(() => store.waiting)
  const studies = new StudyDirectory(db, clock)
  const buckets = new AddressBuckets()
  const bucketOf = (request: Request): string => buckets.bucketName(request.ip, today())
  const uploads = new VisitorLimits({
    perMinute,
    perDay,
    subjectsPerDay: sitesPerDay,
    perSubject: perSiteAndDay,
    clock,
    now,
  })
  // Where uploads are not limited, neither are deletions: a load test, or a proxy in front that does it.
  const deletions = new VisitorLimits({ ...DELETIONS, ...(perDay === 0 ? ANY_NUMBER : {}), clock, now })
  const others = new VisitorLimits({ ...DELETIONS, perMinute, perDay, clock, now })
  const tally = new StatusTally(log, today)

  const demandKnown = async (record: Contribution, authorization: string | undefined): Promise<void> => {
    const study = await studies.find(record.list)
    if (study === null) throw new Problem('not_found', 'No study of this list takes contributions.')
    if (!mayEnter(study, authorization))
      throw new Problem('unauthorized', 'This study is closed: it takes contributions by invitation.')
    if (!study.sites.has(record.site)) throw new Problem('not_found', 'The list has no such site.')
  }

  const upload = async (request: Request, response: Response): Promise<void> => {
    const record = parseBody(contribution, request.body)
    if (!isWithinWindow(record.day, today()))
      throw new Problem('bad_request', 'The day is not today or one of the 8 days before.')
    await demandKnown(record, request.headers.authorization)
    demandNoWait(uploads.countSubject(bucketOf(request), `${record.list} ${record.site}`))
    const { outcome, repeated } = await store.store(contributionRow(record))
    counts.answered(outcome, repeated)
    if (outcome === 'key_reused') throw new Problem('key_reused', 'This key has come with another record.')
    response.status(outcome === 'counted' ? 201 : 200).json(ANSWERS[outcome])
  }

  const remove = async (request: Request, response: Response): Promise<void> => {
    const { cids } = parseBody(deletion, request.body)
    await store.forget(cids.map(cidHash))
    response.status(204).end()
  }

  const router = Router()
  router
    .route(COLLECTION_PATH)
    .all((_request, response, next) => {
      response.on('finish', () => tally.count(response.statusCode))
      response.set('Cache-Control', 'no-store')
      next()
    })
    .all(OPEN_TO_ALL)
    .post(limited(uploads, bucketOf), readJson, answering(upload))
    .delete(limited(deletions, bucketOf), readJson, answering(remove))
    // What is neither has the limit of uploads, of its own: a preflight comes before each.
    .all(limited(others, bucketOf))
    .options((_request, response) => void response.set('Allow', METHODS).status(204).end())
    .all((_request, response, next) => {
      response.set('Allow', METHODS)
      next(new Problem('method_not_allowed', 'Contributions are sent with POST and deleted with DELETE.'))
    })
  router.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    const problem = error instanceof DatabaseError ? NOT_READ : error
    if (!(problem instanceof Problem) || response.headersSent) {
      next(error)
      return
    }
    if (problem.code === 'unauthorized') response.set('WWW-Authenticate', 'Bearer')
    sendProblem(response, problem)
  })
  return { router, end: () => tally.write() }
}

const ANY_NUMBER = { perMinute: 0, perDay: 0 } as const

const NOT_READ = new Problem('unavailable', 'The database cannot be read at present.', 60)

const ANSWERS: Readonly<Record<'counted' | 'already_counted', ContributionAnswer>> = {
  counted: { accepted: true, reason: null },
  already_counted: { accepted: false, reason: 'already_counted' },
}

/**
 * safety.md ING-14: an extension's origin in Firefox is another one for each who installs it, so all may. There are no
 * cookies, and the token of an invite is only sent by who has it.
 */
const OPEN_TO_ALL = cors({
  origin: '*',
  methods: ['POST', 'DELETE'],
  allowedHeaders: ['content-type', 'authorization'],
  exposedHeaders: ['retry-after'],
  maxAge: 600,
  preflightContinue: true,
})

function limited(limits: VisitorLimits, bucketOf: (request: Request) => string): RequestHandler {
  return (request, _response, next) => {
    demandNoWait(limits.countRequest(bucketOf(request)))
    next()
  }
}

function demandNoWait(waitS: number): void {
  if (waitS > 0) throw new Problem('too_many_requests', 'Too much from this address: wait.', waitS)
}

function answering(answer: (request: Request, response: Response) => Promise<void>): RequestHandler {
  return (request, response, next) => {
    answer(request, response).catch(next)
  }
}
