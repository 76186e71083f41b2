import { LRUCache } from 'lru-cache'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { type ComparisonKey, readComparisons } from '../../db/campaign/comparisons.ts'
import { sequentialRounds } from '../../db/campaign/sequential-rounds.ts'
import { readSeries, type SeriesHead, seriesHeads } from '../../db/campaign/series.ts'
import { dataVersion } from '../../db/connection/data-version.ts'
import type { Database } from '../../db/connection/database.ts'
import { drawsFor } from '../../stats/comparison/ratio-errors.ts'
import type { Arm, MetricName } from '../contract/contract.ts'
import { type ComparedSeries, type ComparisonRule, METHOD } from './compared-series.ts'
import type { ComparisonThread } from './comparison-thread.ts'

/** Comparisons of one metric with one baseline. */
interface WantedComparisons {
  readonly metric: MetricName
  readonly baseline: Arm
  readonly pages: readonly { readonly campaignId: number; readonly site: number }[]
  /** Only this arm; default: every other one that has values. */
  readonly arm?: Arm
}

/** `pending`: it takes longer than a request may, and is being made. */
export type Compared = ComparedSeries | 'pending'

/** A comparison with the revisions of the series that it is of. */
export interface ComputedComparison {
  readonly key: ComparisonKey
  readonly baselineRevision: number
  readonly armRevision: number
  readonly result: ComparedSeries
}

/** Draws of comparisons that are made while a request waits (`drawsFor`): some 150 ms. */
const DRAWS_AT_ONCE = 10_000_000

/** Whole campaigns whose stored comparisons of one metric are held until the data changes; some megabytes each. */
const MOST_CAMPAIGNS = 4

/** The database's content for one metric: of a whole campaign, or of one site of it. */
interface Known {
  readonly stored: ReadonlyMap<string, ComparedSeries>
  readonly heads: readonly SeriesHead[]
}

/** Comparisons that are held in memory where they are not stored; some 500 bytes each. No room is made for them before. */
const MOST_HELD = 20_000

export class ComparisonSource {
  readonly #db: Database
  readonly #thread: ComparisonThread
  readonly #held = new LRUCache<string, ComputedComparison>({ maxSize: MOST_HELD, sizeCalculation: () => 1 })
  readonly #rules = new Map<number, ComparisonRule>()
  readonly #campaigns = new LRUCache<string, { readonly version: number; readonly known: Known }>({
    max: MOST_CAMPAIGNS,
  })
  /** Hears of comparisons that a request has to wait for. */
  onPending: (keys: readonly ComparisonKey[]) => void = () => {}

  constructor(db: Database, thread: ComparisonThread) {
    this.#db = db
    this.#thread = thread
  }

  /** Compares by site of a campaign (`placeName`), then by arm; arms without a value of this metric are left out. */
  async compare(wanted: WantedComparisons): Promise<ReadonlyMap<string, ReadonlyMap<Arm, Compared>>> {
    const answers = new Map<string, Map<Arm, Compared>>()
    const missing: { readonly key: ComparisonKey; readonly rounds: number }[] = []
    for (const [campaignId, pages] of Map.groupBy(wanted.pages, (page) => page.campaignId)) {
      const { stored, heads } = await this.#known(campaignId, wanted.metric, pages)
      for (const { key, mark, rounds } of pairKeys(campaignId, pages, wanted, heads)) {
        const result = stored.get(keyName(key)) ?? this.#heldResult(key, mark)
        const page = pageName(key)
        const arms = answers.get(page) ?? new Map<Arm, Compared>()
        arms.set(key.arm, result ?? 'pending')
        answers.set(page, arms)
        if (result === undefined) missing.push({ key, rounds })
      }
    }
    const draws = missing.reduce((sum, one) => sum + drawsFor(one.rounds), 0)
    const later: ComparisonKey[] = []
    // All of them or none: a page that has to be asked for again anyway is answered at once.
    for (const { key } of missing) {
      const computed = draws > DRAWS_AT_ONCE ? null : await this.compute(key)
      if (computed === null) later.push(key)
      else answers.get(pageName(key))?.set(key.arm, computed.result)
    }
    if (later.length > 0) this.onPending(later)
    return answers
  }

  /** Compares two arms as they are now and holds the result; null where one of them has no value (any more). */
  async compute(key: ComparisonKey, thread = this.#thread): Promise<ComputedComparison | null> {
    const { campaignId, site, metric } = key
    const [baseline] = await readSeries(this.#db, { campaignId, site, metric, arm: key.baseline })
    const [arm] = await readSeries(this.#db, { campaignId, site, metric, arm: key.arm })
    if (baseline === undefined || arm === undefined) return null
    const revisions = { baselineRevision: baseline.revision, armRevision: arm.revision }
    const result = await thread.compare(baseline, arm, await this.#readRule(campaignId))
    const computed = { key, ...revisions, result }
    this.#held.set(keyName(key), computed)
    return computed
  }

  #heldResult(key: ComparisonKey, mark: string): ComparedSeries | undefined {
    const held = this.#held.get(keyName(key))
    return held !== undefined && revisionMark(held) === mark ? held.result : undefined
  }

  /** A list of many sites asks for a whole campaign again and again: that is read once while the data is the same. */
  async #known(campaignId: number, metric: MetricName, pages: WantedComparisons['pages']): Promise<Known> {
    const [first] = pages
    if (pages.length === 1 && first !== undefined)
      return readKnown(this.#db, { campaignId, metric, site: first.site })
    const name = `${campaignId} ${metric}`
    const version = await dataVersion(this.#db)
    const held = this.#campaigns.get(name)
    if (held?.version === version) return held.known
    const known = await readKnown(this.#db, { campaignId, metric })
    this.#campaigns.set(name, { version, known })
    return known
  }

  /** That of the campaign, so that every way to ask gives the same interval. */
  async #readRule(campaignId: number): Promise<ComparisonRule> {
    const known = this.#rules.get(campaignId)
    if (known !== undefined) return known
    const campaign = await campaignById(this.#db, campaignId)
    if (campaign === null) throw new Error(`campaign ${campaignId} has series, but does not exist`)
    const rule = { seed: campaign.seed, sequentialRounds: sequentialRounds(campaign) }
    this.#rules.set(campaignId, rule)
    return rule
  }
}

export function pageName({ campaignId, site }: { campaignId: number; site: number }): string {
  return `${campaignId} ${site}`
}

async function readKnown(
  db: Database,
  filter: { readonly campaignId: number; readonly metric: MetricName; readonly site?: number },
): Promise<Known> {
  const rows = (await readComparisons(db, filter)).filter(
    ({ isCurrent, result }) => isCurrent && (result as ComparedSeries).method === METHOD,
  )
  return {
    stored: new Map(rows.map((row) => [keyName(row), row.result as ComparedSeries])),
    heads: (await seriesHeads(db, filter)).filter(({ n }) => n > 0),
  }
}

function pairKeys(
  campaignId: number,
  pages: WantedComparisons['pages'],
  { metric, baseline, arm }: WantedComparisons,
  heads: readonly SeriesHead[],
): { readonly key: ComparisonKey; readonly mark: string; readonly rounds: number }[] {
  const wanted = new Set(pages.map(({ site }) => site))
  const bySite = Map.groupBy(
    heads.filter(({ site }) => wanted.has(site)),
    ({ site }) => site,
  )
  return [...bySite].flatMap(([site, siteHeads]) => {
    const base = siteHeads.find((head) => head.arm === baseline)
    if (base === undefined) return []
    const others = siteHeads.filter((head) => head !== base && (arm === undefined || head.arm === arm))
    return others.map((head) => ({
      key: { campaignId, site, metric, baseline, arm: head.arm },
      mark: revisionMark({ baselineRevision: base.revision, armRevision: head.revision }),
      rounds: Math.min(base.n, head.n),
    }))
  })
}

function keyName({ campaignId, site, metric, baseline, arm }: ComparisonKey): string {
  return `${campaignId} ${site} ${metric} ${baseline} ${arm}`
}

function revisionMark({
  baselineRevision,
  armRevision,
}: Pick<ComputedComparison, 'baselineRevision' | 'armRevision'>): string {
  return `${baselineRevision} ${armRevision}`
}
