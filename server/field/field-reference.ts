import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { livePages } from '../../db/campaign/campaign-pages.ts'
import { listCampaigns } from '../../db/campaign/campaigns.ts'
import { readSeries, type SeriesHead, seriesHeads } from '../../db/campaign/series.ts'
import { dataVersion } from '../../db/connection/data-version.ts'
import type { Database } from '../../db/connection/database.ts'
import { readCells } from '../../db/field/field-cells.ts'
import { studySites } from '../../db/field/field-studies.ts'
import { binQuantile } from '../../stats/field/bin-quantile.ts'
import { quantileOfSorted } from '../../stats/quantile.ts'
import { FIELD_ARMS, type FieldProtocol, type FieldReference, HOST_PATTERN } from '../contract/contract.ts'
import { defaultCampaign } from '../defaults/default-campaign.ts'
import type { PackedAnswer } from '../http/packed-answer.ts'
import { visibleStudies } from './visible-studies.ts'

type Site = FieldReference['sites'][number]
type Curves = Site['field']

/** Few enough to be sent for all sites at once, and enough to say "faster than 70 %". */
const SHARES = Array.from({ length: 41 }, (_, index) => index / 40)

const METRIC = 'plt_ms'

const PROTOCOLS = new Map(
  Object.entries(FIELD_ARMS).map(([protocol, arm]) => [arm as string, protocol as FieldProtocol]),
)

/** Curves of a live page, with the revisions of the series they were made from. */
interface LiveCurves {
  readonly mark: string
  readonly curves: Curves
}

interface HeldAnswer {
  readonly version: number
  readonly answer: Promise<PackedAnswer>
}

/** Visitors with and without an invite. */
const MOST_ANSWERS = 8

/**
 * The reference file, made once a version of the data. A campaign under way changes the data all the time: of what it
 * loads only the sites whose samples have changed are read again.
 */
export class FieldReferenceCache {
  readonly #db: Database
  readonly #answers = new LRUCache<string, HeldAnswer>({ max: MOST_ANSWERS })
  /** Curves by place. */
  #live = new Map<string, LiveCurves>()

  constructor(db: Database) {
    this.#db = db
  }

  /** `pilot` as `visibleStudies` takes it. */
  async packedAnswer(pilot: string | null): Promise<PackedAnswer> {
    const name = pilot ?? ''
    // The version is read before the data, which may be newer than its version, never older.
    const version = await dataVersion(this.#db)
    const held = this.#answers.get(name)
    if (held?.version === version) return held.answer
    const answer = this.#compute(pilot).then(packed)
    this.#answers.set(name, { version, answer })
    try {
      return await answer
    } catch (error) {
      if (this.#answers.get(name)?.answer === answer) this.#answers.delete(name)
      throw error
    }
  }

  async #compute(pilot: string | null): Promise<FieldReference> {
    const study = (await visibleStudies(this.#db, pilot)).find(({ release }) => release !== null)
    const field = study?.release == null ? null : await fieldCurves(this.#db, study.list, study.release.id)
    const live = await this.#liveCurves()
    const days = new Map(
      (await listCampaigns(this.#db)).map(({ id, createdAt }) => [id, createdAt.slice(0, 10)]),
    )
    const domains = [...new Set([...(field?.keys() ?? []), ...live.keys()])].sort()
    return {
      list: study?.list ?? null,
      week: study?.release?.week ?? null,
      p: [...SHARES],
      sites: domains.map((domain) => ({
        domain,
        field: field?.get(domain) ?? {},
        live: live.get(domain)?.curves ?? {},
        liveDay: days.get(live.get(domain)?.campaignId ?? 0) ?? null,
      })),
    }
  }

  async #liveCurves(): Promise<Map<string, { readonly curves: Curves; readonly campaignId: number }>> {
    const pages = await livePages(this.#db, (await defaultCampaign(this.#db)).id)
    const heads = new Map<string, SeriesHead[]>()
    for (const campaignId of new Set(pages.map((page) => page.campaignId)))
      for (const head of await seriesHeads(this.#db, { campaignId, metric: METRIC }))
        if (PROTOCOLS.has(head.arm) && head.n > 0) {
          const name = placeName(head)
          heads.set(name, [...(heads.get(name) ?? []), head])
        }
    const live = new Map<string, { readonly curves: Curves; readonly campaignId: number }>()
    const read = new Map<string, LiveCurves>()
    for (const { campaignId, site, domain } of pages) {
      if (!HOST_PATTERN.test(domain)) continue
      const name = placeName({ campaignId, site })
      const mark = (heads.get(name) ?? []).map(({ arm, revision }) => `${arm} ${revision}`).join()
      if (mark === '') continue
      const known = this.#live.get(name)
      const curves = known?.mark === mark ? known.curves : await this.#readLive(campaignId, site)
      read.set(name, { mark, curves })
      live.set(domain, { curves, campaignId })
    }
    this.#live = read
    return live
  }

  async #readLive(campaignId: number, site: number): Promise<Curves> {
    const series = await readSeries(this.#db, { campaignId, site, metric: METRIC })
    return Object.fromEntries(
      series.flatMap(({ arm, values }) => {
        const protocol = PROTOCOLS.get(arm)
        if (protocol === undefined || values.length === 0) return []
        const sorted = values.toSorted()
        const ms = SHARES.map((share) => Math.round(quantileOfSorted(sorted, share) ?? 0))
        return [[protocol, { n: sorted.length, ms }]]
      }),
    )
  }
}

/** The longest answer of all, and the same for everybody. */
async function packed(reference: FieldReference): Promise<PackedAnswer> {
  const json = Buffer.from(JSON.stringify(reference))
  return { json, gzip: await promisify(gzip)(json) }
}

/** Quantiles from bins: what is published, and no more. */
async function fieldCurves(db: Database, list: string, releaseId: number): Promise<Map<string, Curves>> {
  const domains = new Map((await studySites(db, list)).map(({ site, domain }) => [site, domain]))
  const cells = await readCells(db, releaseId, { metric: 'load' })
  return new Map(
    [...Map.groupBy(cells, ({ site }) => site)].map(([site, packedAnswer]) => [
      domains.get(site) ?? '',
      Object.fromEntries(
        packedAnswer.map(({ protocol, contributors, bins }) => [
          protocol,
          { n: contributors, ms: SHARES.map((share) => Math.round(binQuantile(bins, share) ?? 0)) },
        ]),
      ),
    ]),
  )
}

function placeName({ campaignId, site }: { readonly campaignId: number; readonly site: number }): string {
  return `${campaignId} ${site}`
}
