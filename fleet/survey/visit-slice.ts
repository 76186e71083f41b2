import { type FinishedVisit, saveVisits } from '../../crawler/survey/run/finished-visit.ts'
import type { VisitSite } from '../../crawler/survey/run/run-options.ts'
import { SiteVisitor } from '../../crawler/survey/run/site-visitor.ts'
import type { Slots } from '../../crawler/survey/run/slots.ts'
import { undisturbed, watchStandstill } from '../../crawler/survey/run/standstill.ts'
import type { Database } from '../../db/connection/database.ts'
import { isRefusedValue } from '../../db/connection/database-error.ts'
import { clearDeath, type DeadlySite, expectDeath, MOST_DEATHS } from '../../db/fleet/site-deaths.ts'
import { type ClaimedSite, renewLeases } from '../../db/survey/site-leases.ts'
import { type CheckedCanary, claimSlice, type Slice, saveSlice } from '../../db/survey/survey-slices.ts'
import { addVisitProvenance, type VisitProvenance } from '../../db/survey/visit-provenance.ts'
import type { HeldJob } from '../worker/held-job.ts'
import { whenBack } from '../worker/when-back.ts'
import type { SliceCanary } from './slice-canary.ts'

export interface SliceOptions {
  readonly db: Database
  readonly slice: Slice
  readonly job: HeldJob
  readonly visit: VisitSite
  /** Slots by address, over all workers. */
  readonly addressSlots: Slots
  /** Resolves when one more site may be visited; dispose what it resolves to. Over all slices of this worker. */
  readonly room: () => Promise<Disposable>
  /** One visit of a site at a time, over all workers. Dispose what it resolves to. */
  readonly holdSite: (domain: string) => Promise<Disposable>
  readonly admit: () => Promise<void>
  readonly canary: SliceCanary | null
  /** Provenance of this worker's visits. */
  readonly provenance: VisitProvenance
  readonly clock: () => number
  readonly wallTime: () => string
  readonly leaseMs?: number
}

/** Longer than a job's: the same job takes its sites over whenever it is tried again. */
const LEASE_MS = 600_000

/**
 * Attempts at a slice from which on its sites are visited one at a time: one of them may be what ends workers. Visits
 * that fail for a reason of ours are recorded from then on.
 */
const CAREFUL_FROM = 2

/** Visits the sites of a slice that are still pending, and records them together with the end of the job. */
export async function visitSlice(options: SliceOptions): Promise<void> {
  const { db, slice, job, clock, wallTime, canary, leaseMs = LEASE_MS } = options
  const kin = `job|${job.id}|`
  const owner = `${kin}${job.attempt}`
  const { sites, held } = await claimSlice(db, slice, { owner, leaseMs, kin })
  using standstills = watchStandstill(clock)
  const lease = { surveyId: slice.surveyId, owner, leaseMs }
  const renewal = setInterval(() => {
    renewLeases(db, lease, slice.ranks).catch(() => {
      // The database is away: the sites stay those of this job.
    })
  }, leaseMs / 3)
  try {
    const ask = async (which: 'before' | 'after'): Promise<CheckedCanary | null> =>
      canary === null || sites.length === 0
        ? null
        : await undisturbed(standstills, job.signal, () => canary[which]())
    const before = await ask('before')
    const visits: FinishedVisit[] = []
    const visitor = new SiteVisitor({
      surveyId: slice.surveyId,
      visit: options.visit,
      admit: options.admit,
      clock,
      signal: job.signal,
      wallTime,
      standstills,
      blocks: null,
      writer: { add: (visit) => void visits.push(visit) },
      addressSlots: options.addressSlots,
    })
    const recorded: number[] = []
    if (job.attempt < CAREFUL_FROM) {
      await Promise.all(sites.map((site) => inTurn(options, site, () => visitor.visit(site))))
      job.signal.throwIfAborted()
      const fault = visits.find((visit) => visit.fault !== null)?.fault
      if (fault !== undefined) throw new Error(`a visit failed for a reason of ours: ${fault}`)
    } else
      for (const site of sites)
        recorded.push(...(await visitCarefully(options, owner, site, visitor, visits)))
    job.signal.throwIfAborted()
    const after = await ask('after')
    if (held > 0) throw new Error(`${held} of its sites are being visited by a run without jobs`)
    const canaries = before === null || after === null ? null : ([before, after] as const)
    const mine = new Set(sites.map(({ rank }) => rank))
    // Nothing is in doubt without a canary.
    const earlier = canary === null ? [] : slice.ranks.filter((rank) => !mine.has(rank))
    await record(options, { owner, visits, recorded, earlier, canaries })
  } finally {
    clearInterval(renewal)
  }
}

async function inTurn<T>(
  { room, holdSite, job }: SliceOptions,
  { domain }: ClaimedSite,
  visit: () => Promise<T>,
): Promise<T> {
  using _room = await room()
  using _site = await holdSite(domain)
  job.signal.throwIfAborted()
  return await visit()
}

/** Visits a site and records it at once; one that workers have died of is given up. Resolves to the ranks recorded. */
async function visitCarefully(
  options: SliceOptions,
  owner: string,
  site: ClaimedSite,
  visitor: SiteVisitor,
  visits: FinishedVisit[],
): Promise<number[]> {
  const { db, job, slice } = options
  const lease = { surveyId: slice.surveyId, owner }
  if (job.signal.aborted) return []
  // A worker that dies while it waits for its turn does not die of the site.
  return await inTurn(options, site, async () => {
    const deaths = await expectDeath(db, placeOf(slice, site))
    if (deaths >= MOST_DEATHS) visitor.giveUp(site)
    else await surviveVisit(db, placeOf(slice, site), deaths, () => visitor.visitSuspect(site))
    // Recorded with each site: the end of the job may be another worker's.
    await db.write((query) => addVisitProvenance(query, db, lease.surveyId, options.provenance))
    return [...(await saveVisits(db, lease, visits.splice(0)))]
  })
}

const placeOf = ({ surveyId }: Slice, { rank }: ClaimedSite): DeadlySite => ({
  kind: 'survey',
  runId: surveyId,
  site: rank,
})

/** Takes the expected death back when the visit is over: the worker is alive. */
async function surviveVisit(
  db: Database,
  place: DeadlySite,
  deaths: number,
  visit: () => Promise<boolean>,
): Promise<void> {
  let isVisited = false
  try {
    isVisited = await visit()
  } finally {
    await whenBack(() => clearDeath(db, place, isVisited ? 0 : deaths))
  }
}

interface Visited {
  readonly owner: string
  readonly visits: readonly FinishedVisit[]
  readonly recorded: readonly number[]
  readonly earlier: readonly number[]
  readonly canaries: readonly [CheckedCanary, CheckedCanary] | null
}

async function record(
  { db, slice, job, wallTime, provenance }: SliceOptions,
  { owner, visits, recorded, earlier, canaries }: Visited,
): Promise<void> {
  const { surveyId } = slice
  const save = (kept: readonly FinishedVisit[], before: readonly number[]): Promise<void> =>
    db.write(async (query) => {
      const sites = kept.map(({ encoded }) => encoded)
      const finishedAt = wallTime()
      const results = { surveyId, owner, sites, recorded: before, earlier, canaries, provenance, finishedAt }
      const written = await saveSlice(query, db, results)
      // The survey has what all its jobs were done with; each job has its own.
      await job.complete(query, { sites: before.length + written.size, ...provenance })
    })
  try {
    await save(visits, recorded)
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    // The database refuses a value of some site: that site is recorded as broken, the others as they are.
    const written = await saveVisits(db, { surveyId, owner }, visits)
    await save([], [...recorded, ...written])
  }
}
