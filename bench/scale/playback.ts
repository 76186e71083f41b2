import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { createSurvey } from '../../db/survey/create-survey.ts'
import { encodeFinishedSite, saveSites } from '../../db/survey/finished-sites.ts'
import { readOperations } from '../../db/survey/operations.ts'
import { claimSites } from '../../db/survey/site-leases.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import { markFinished } from '../../db/survey/surveys.ts'
import { OPERATIONS, type OperationRow } from '../../model/operation.ts'
import type { SiteFacts, SurveyedSite } from '../../model/site-facts.ts'
import { mix32, rng } from '../../stats/rng.ts'

/** A site as a survey recorded it. */
export interface RecordedSite {
  readonly site: SurveyedSite
  readonly operations: readonly OperationRow[]
}

export interface Playback {
  readonly sites: number
  /** The month that the survey is of, from 0: sites change from one to the next, and some leave the list. */
  readonly month: number
  readonly seed: number
  readonly toolVersion: string
  /** False: facts alone, as trends read them. */
  readonly withOperations: boolean
  readonly signal: AbortSignal
}

const SITES_PER_WRITE = 1_000
/** The share of sites whose answers are those of another recorded site from this month on. */
const CHANGED_SHARE = 0.03
/** The share of places of the list that another name takes each month. */
const CHURNED_SHARE = 0.01
/** Times vary by a factor, so that no two rows are equal. */
const TIME_SPREAD = 0.3

/** Sites of the newest survey of a database, with all that was recorded of them. */
export async function recordedSites(file: string): Promise<readonly RecordedSite[]> {
  await using db = await openDatabase({ url: file, readOnly: true })
  const [newest] = await db.query(
    "SELECT max(id) AS id FROM surveys WHERE state = 'finished' AND sites >= 100",
  )
  const recorded: RecordedSite[] = []
  for await (const site of surveyedSites(db, Number(newest?.id)))
    recorded.push({ site, operations: await readOperations(db, Number(newest?.id), site.rank) })
  if (recorded.length === 0) throw new Error(`${file} has no finished survey to play back`)
  return recorded
}

/** A survey of so many names of which none is visited yet: what reading a list in comes to. */
export async function createPlayedSurvey(
  db: Database,
  { sites, month, seed, toolVersion }: Playback,
): Promise<number> {
  const createdAt = dayOf(month)
  const { id } = await createSurvey(db, {
    toolVersion,
    seed: mix32(seed, month),
    operations: OPERATIONS,
    options: { playedBack: true, top: sites },
    vantage: 'played back',
    resolver: null,
    userAgent: `towline/${toolVersion} (played back)`,
    sandbox: true,
    versions: { node: process.version },
    createdAt,
    shuffle: mix32,
    sites: playedNames(sites, { month, seed }),
    list: () => ({
      source: 'played-back.csv',
      trancoId: null,
      sha256: mix32(seed, month).toString(16).padStart(64, '0'),
      fetchedAt: createdAt,
      entries: sites,
      badLines: 0,
    }),
  })
  return id
}

/** A finished survey of so many names, played back from recorded sites by the functions that a survey writes with. */
export async function playBack(
  db: Database,
  recorded: readonly RecordedSite[],
  playback: Playback,
): Promise<number> {
  const id = await createPlayedSurvey(db, playback)
  await playSites(db, recorded, { ...playback, surveyId: id, owner: 'bench-scale' })
  await markFinished(db, id, dayOf(playback.month))
  return id
}

/** Takes sites of a survey until none is left, as one worker of it does. Resolves to how many it wrote. */
export async function playSites(
  db: Database,
  recorded: readonly RecordedSite[],
  playback: Playback & { readonly surveyId: number; readonly owner: string; readonly sitesPerWrite?: number },
): Promise<number> {
  const { month, seed, withOperations, signal, surveyId, owner, sitesPerWrite = SITES_PER_WRITE } = playback
  const lease = { surveyId, owner, leaseMs: 600_000 }
  let written = 0
  for (;;) {
    signal.throwIfAborted()
    const claimed = await claimSites(db, lease, sitesPerWrite)
    if (claimed.length === 0) return written
    const visits = claimed.map(({ rank, domain }) => {
      const random = rng(mix32(mix32(seed, rank), month))
      const stretch = 1 + TIME_SPREAD * (random() - 0.5)
      const source = recorded[recordedIndex(rank, month, seed) % recorded.length] as RecordedSite
      const operations = withOperations ? playedOperations(source, domain, stretch) : []
      return encodeFinishedSite(
        {
          ...{ surveyId, rank, visitedAt: dayOf(month), block: null, h3Void: false, detail: null },
          durationMs: microseconds(900 * stretch),
          facts: playedFacts(source.site, domain, stretch),
        },
        operations,
      )
    })
    await saveSites(db, lease, visits)
    written += visits.length
  }
}

/** Names of a month's list: places whose share is drawn have the name of the month in which they were last drawn. */
function* namesOf(sites: number, { month, seed }: Pick<Playback, 'month' | 'seed'>): Generator<string> {
  for (let rank = 1; rank <= sites; rank += 1) {
    const since = lastDrawn(mix32(seed ^ 0x5bd1e995, rank), month, CHURNED_SHARE)
    yield `${(mix32(seed, rank) >>> 8).toString(36)}-${rank}${since === 0 ? '' : `-${since}`}.replica.test`
  }
}

async function* playedNames(
  sites: number,
  of: Pick<Playback, 'month' | 'seed'>,
): AsyncIterable<{ readonly rank: number; readonly domain: string }> {
  let rank = 0
  for (const domain of namesOf(sites, of)) yield { rank: ++rank, domain }
}

function recordedIndex(rank: number, month: number, seed: number): number {
  return mix32(mix32(seed, rank), lastDrawn(mix32(seed, rank), month, CHANGED_SHARE))
}

/** The last month up to this one in which a thing was drawn, each with this probability; 0 where in none. */
function lastDrawn(thing: number, month: number, share: number): number {
  for (let past = month; past > 0; past -= 1) if (mix32(thing, past) < share * 2 ** 32) return past
  return 0
}

function playedFacts(site: SurveyedSite, domain: string, stretch: number): SiteFacts {
  const { rank: _rank, rankMagnitude: _magnitude, domain: recordedDomain, ...facts } = site
  return {
    ...facts,
    finalOrigin: facts.finalOrigin?.replace(recordedDomain, domain) ?? null,
    rttMs: facts.rttMs === null ? null : microseconds(facts.rttMs * stretch),
  }
}

function playedOperations(
  { site, operations }: RecordedSite,
  domain: string,
  stretch: number,
): readonly OperationRow[] {
  return operations.map((row) => ({
    ...row,
    host: row.host.replace(site.domain, domain),
    startMs: microseconds(row.startMs * stretch),
    durationMs: row.durationMs === null ? null : microseconds(row.durationMs * stretch),
  }))
}

function dayOf(month: number): string {
  return new Date(Date.UTC(2026, month, 1)).toISOString()
}

function microseconds(ms: number): number {
  return Math.round(ms * 1_000) / 1_000
}
