import cors from 'cors'
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import type { Logger } from 'pino'
import type { Database } from '../../db/connection/database.ts'
import { DatabaseError } from '../../db/connection/database-error.ts'
import { deletion } from '../contract/contract.ts'
import { Problem, sendProblem } from '../http/problem.ts'
import { AddressBuckets } from './address-bucket.ts'
import type { CollectionCounts } from './collection-counts.ts'
import { type CollectionLimits, collectionLimits } from './collection-limits.ts'
import { COLLECTION_PATH } from './collection-path.ts'
import { cidHash } from './contribution-row.ts'
import { ContributionStore } from './contribution-store.ts'
import { parseBody, readJson } from './read-json.ts'
import { StatusTally } from './status-tally.ts'
import { StudyDirectory } from './study-directory.ts'
import { takeContribution } from './take-contribution.ts'
import type { VisitorLimits } from './visitor-limits.ts'

interface CollectionOptions {
  /** Read-only. */
  readonly db: Database
  /** The server's only writer, when it is open; null where the database may only be read. */
  readonly writer: Promise<Database | null>
  readonly log: Logger
  readonly counts: CollectionCounts
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

const METHODS = 'POST, DELETE, OPTIONS'

/** Takes contributions and deletes them. Nothing of a request is logged: no address, no body, no time (safety.md P5). */
export function collection(options: CollectionOptions): Collection {
  const { db, log, counts, clock, now, limits = {} } = options
  const today = (): string => now().slice(0, 10)
  const store = new ContributionStore({ ...options, today })
  counts.watch(() => store.waiting)
  const buckets = new AddressBuckets()
  const bucketName = (request: Request): string => buckets.bucketName(request.ip, today())
  const { uploads, deletions, others } = collectionLimits({ limits, clock, now })
  const tally = new StatusTally(log, today)
  const upload = takeContribution({
    store,
    counts,
    today,
    studies: new StudyDirectory(db, clock),
    countSite: (request, site) => demandNoWait(uploads.countSubject(bucketName(request), site)),
  })
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
    .post(limited(uploads, bucketName), readJson, answering(upload))
    .delete(limited(deletions, bucketName), readJson, answering(remove))
    // A request that is neither has a limit like that of uploads: a preflight comes before each.
    .all(limited(others, bucketName))
    .options((_request, response) => void response.set('Allow', METHODS).status(204).end())
    .all((_request, response, next) => {
      response.set('Allow', METHODS)
      next(new Problem('method_not_allowed', 'Contributions are sent with POST and deleted with DELETE.'))
    })
  router.use(answerProblems)
  return { router, end: () => tally.write() }
}

const NOT_READ = new Problem('unavailable', 'The database cannot be read at present.', 60)

const answerProblems: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const problem = error instanceof DatabaseError ? NOT_READ : error
  if (!(problem instanceof Problem) || response.headersSent) {
    next(error)
    return
  }
  if (problem.code === 'unauthorized') response.set('WWW-Authenticate', 'Bearer')
  sendProblem(response, problem)
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

function limited(limits: VisitorLimits, bucketName: (request: Request) => string): RequestHandler {
  return (request, _response, next) => {
    demandNoWait(limits.countRequest(bucketName(request)))
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
