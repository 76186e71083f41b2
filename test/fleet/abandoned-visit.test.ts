import assert from 'node:assert/strict'
import { VisitAbandoned } from '../../crawler/survey/visit/abandon-late.ts'
import { siteVisit } from '../../crawler/survey/visit/site-visit.ts'
import type { visit } from '../../crawler/survey/visit/visit.ts'
import { type LockSession, openLockSession } from '../../fleet/polite/lock-session.ts'
import { sharedSlots } from '../../fleet/polite/shared-slots.ts'
import { onOwnPostgres } from '../db/postgres-server.ts'
import { surveyContext } from '../servers/survey-context.ts'

const SITE = { rank: 1, domain: 'hangs.test' }
const ADDRESS = '192.0.2.1'

/** One place at each address, over all sessions. */
const places = (session: LockSession) =>
  sharedSlots({ session, space: 'address', limit: 1, onError: assert.ifError })

/** A place is given back without anybody's doing, or never. */
const patience = () => AbortSignal.timeout(60_000)

function abandonedVisit(session: LockSession, signal: AbortSignal, work: typeof visit) {
  const { originMs: _origin, signal: _signal, ...context } = surveyContext()
  const options = { operations: new Set(['dns'] as const), robotsToken: null, maxConnections: 7 }
  const visitSite = siteVisit({ ...context, ...options, optedOut: () => false }, 1, work)
  return visitSite(SITE, { signal, addressSlots: places(session) })
}

onOwnPostgres('an abandoned visit gives its place back to the other workers', async ({ url }) => {
  await using here = await openLockSession(url)
  await using there = await openLockSession(url)
  const run = new AbortController()
  const held = Promise.withResolvers<void>()
  const visiting = abandonedVisit(here, run.signal, async (_domain, _context, { holdAddress }) => {
    await holdAddress(ADDRESS)
    held.resolve()
    return new Promise<never>(() => {})
  })
  await held.promise
  assert.equal(await there.take('address', ADDRESS, 0), false)
  run.abort()
  await assert.rejects(visiting, VisitAbandoned)
  using _place = await places(there).acquire(ADDRESS, patience())
})

onOwnPostgres('a place that comes after its visit was abandoned is given back at once', async ({ url }) => {
  await using here = await openLockSession(url)
  await using there = await openLockSession(url)
  const run = new AbortController()
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  // A database that takes its time.
  const slow: LockSession = {
    ...here,
    async take(...lock) {
      const isFree = await here.take(...lock)
      asked.resolve()
      await answer.promise
      return isFree
    },
  }
  const visiting = abandonedVisit(slow, run.signal, async (_domain, _context, { holdAddress }) => {
    await holdAddress(ADDRESS)
    return new Promise<never>(() => {})
  })
  await asked.promise
  run.abort()
  await assert.rejects(visiting, VisitAbandoned)
  assert.equal(await there.take('address', ADDRESS, 0), false)
  answer.resolve()
  using _place = await places(there).acquire(ADDRESS, patience())
})
