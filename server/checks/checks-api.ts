import { type Request, type RequestHandler, type Response, Router } from 'express'
import { checkById } from '../../db/checks/asked-checks.ts'
import type { Database } from '../../db/connection/database.ts'
import { AddressBuckets } from '../collection/address-bucket.ts'
import { parseBody, readJson } from '../collection/read-json.ts'
import { VisitorLimits } from '../collection/visitor-limits.ts'
import { API_ROOT, askedCheck } from '../contract/contract.ts'
import { Problem, requireFound } from '../http/problem.ts'
import { visibleJson } from '../http/visible.ts'
import { readAskedUrl } from './asked-url.ts'
import { checkAnswer, checkPath } from './check-answer.ts'
import type { CheckBoxOptions, WriterSoon } from './check-box.ts'
import { takeCheck } from './take-check.ts'

export const CHECKS_PATH = `${API_ROOT}/checks`

/** A number of something in the database: PostgreSQL refuses larger ones. */
export const CHECK_ID = /^[1-9]\d{0,8}$/

interface ChecksOptions {
  /** Read-only. */
  readonly db: Database
  readonly writer: WriterSoon
  /** Is null where no check is taken, those that there are are shown. */
  readonly box: CheckBoxOptions | null
  readonly publicOrigin: string | null
  readonly clock: () => number
  /** Wall time, ISO 8601 in UTC. */
  readonly now: () => string
}

/** Requests of one address, whatever becomes of them. */
const PER_MINUTE = 30

/** `POST /checks` and `GET /checks/ID`. Addresses are only in memory, under names that last a day. */
export function checksApi({ db, writer, box, publicOrigin, clock, now }: ChecksOptions): Router {
  const router = Router()
  const buckets = new AddressBuckets()
  const limits = new VisitorLimits({
    ...{ perMinute: PER_MINUTE, perDay: 0, perSubject: 0, clock, now },
    subjectsPerDay: box?.perAddress ?? 0,
  })
  const bucketOf = (request: Request): string => buckets.bucketName(request.ip, now().slice(0, 10))
  const take = async (request: Request, response: Response, taken: CheckBoxOptions): Promise<void> => {
    const asked = readAskedUrl(parseBody(askedCheck, request.body).url, taken.ownNetwork)
    const { check, isNew } = await takeCheck(asked, { box: taken, writer, now }, () =>
      demandNoWait(limits.countSubject(bucketOf(request), asked.url)),
    )
    response.location(checkPath(check.id))
    sendJson(response.status(isNew ? 201 : 200), await checkAnswer(db, check))
  }
  router
    .route(CHECKS_PATH)
    .all((_request, response, next) => {
      response.set('Cache-Control', 'no-store')
      next(box === null ? new Problem('not_found', 'This server takes no checks.') : undefined)
    })
    .options((_request, response) => void response.set('Allow', 'POST, OPTIONS').status(204).end())
    .post(
      (request, _response, next) => {
        demandNoWait(limits.countRequest(bucketOf(request)))
        next()
      },
      demandSameOrigin(publicOrigin),
      readJson,
      (request, response, next) => {
        if (box !== null) take(request, response, box).catch(next)
      },
    )
    .all((_request, response, next) => {
      response.set('Allow', 'POST, OPTIONS')
      next(new Problem('method_not_allowed', 'Checks are asked for with POST.'))
    })
  router.get(`${CHECKS_PATH}/:id`, (request, response, next) => {
    const { id = '' } = request.params
    const read = async (): Promise<void> => {
      const check = requireFound(CHECK_ID.test(id) ? await checkById(db, Number(id)) : null, 'check')
      response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' })
      sendJson(response, await checkAnswer(db, check))
    }
    read().catch(next)
  })
  return router
}

function sendJson(response: Response, answer: object): void {
  response.type('application/json').send(visibleJson(JSON.stringify(answer)))
}

function demandNoWait(waitS: number): void {
  if (waitS > 0) throw new Problem('too_many_requests', 'Too many checks from this address: wait.', waitS)
}

/**
 * Refuses what a page of another site has a visitor's browser send, so that no site spends its visitors' checks. Browsers say
 * whose page it is by `Sec-Fetch-Site`, older ones by `Origin`; programs say neither, and have limits of their own.
 */
function demandSameOrigin(publicOrigin: string | null): RequestHandler {
  return (request, _response, next) => {
    const site = request.get('sec-fetch-site')
    const origin = request.get('origin')
    const host = request.get('host')
    const isOurs =
      site === undefined
        ? origin === undefined || origin === publicOrigin || URL.parse(origin)?.host === host
        : site === 'same-origin' || site === 'none'
    next(isOurs ? undefined : new Problem('forbidden', 'Checks are asked for on this server’s own page.'))
  }
}
