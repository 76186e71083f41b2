import { LRUCache } from 'lru-cache'
import { firstValues } from '../../db/campaign/first-values.ts'
import { sampleOfRound } from '../../db/campaign/sample-pages.ts'
import type { SampleRow } from '../../db/campaign/samples.ts'
import { readSeries, seriesHeads } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import type { Arm, MetricName } from '../contract/contract.ts'
import { remembered } from '../database/remembered.ts'

interface MedianSample {
  readonly sample: SampleRow
  readonly metric: MetricName
  readonly value: number
  /** Samples that it was chosen from. */
  readonly n: number
}

/** The time on wire with set-up where packets were captured, else the page's own. */
const CHOSEN_BY: readonly MetricName[] = ['tow_setup_ms', 'plt_ms']

/**
 * The sample in the middle of an arm (of an even number the lower one, of equal ones the earlier); null without any.
 *
 * @param among `first`: only of the first 512 rounds
 */
export async function medianSample(
  db: Database,
  page: { readonly campaignId: number; readonly site: number },
  arm: Arm,
  among: 'all' | 'first' = 'all',
): Promise<MedianSample | null> {
  for (const metric of CHOSEN_BY) {
    const series =
      among === 'all'
        ? (await readSeries(db, { ...page, metric, arm }))[0]
        : (
            await firstValues(db, { campaignId: page.campaignId, sites: [page.site], metrics: [metric] })
          ).find((one) => one.arm === arm)
    if (series === undefined) continue
    const { values, rounds } = series
    const value = values.slice().sort()[(values.length - 1) >> 1]
    if (value === undefined) continue
    const round = rounds[values.indexOf(value)] as number
    const sample = await sampleOfRound(db, { ...page, arm, round })
    if (sample !== null) return { sample, metric, value, n: values.length }
  }
  return null
}

/** Answers that are held; some hundred bytes each. */
const MOST_HELD = 1_000

/**
 * Median samples of whole arms: a site may have hundreds of thousands of rounds, all of which have to be read and sorted.
 * What is held is of the values that the database has now.
 */
export class MedianSamples {
  readonly #db: Database
  readonly #held = new LRUCache<string, Promise<MedianSample | null>>({ max: MOST_HELD })

  constructor(db: Database) {
    this.#db = db
  }

  async of(
    page: { readonly campaignId: number; readonly site: number },
    arm: Arm,
  ): Promise<MedianSample | null> {
    const { campaignId, site } = page
    const mark = [`${campaignId} ${site} ${arm}`]
    for (const metric of CHOSEN_BY) {
      const heads = await seriesHeads(this.#db, { campaignId, site, metric })
      mark.push(`${heads.find((head) => head.arm === arm)?.revision}`)
    }
    return await remembered(this.#held, mark.join(), () => medianSample(this.#db, page, arm))
  }
}
