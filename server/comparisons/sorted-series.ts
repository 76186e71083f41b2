import { LRUCache } from 'lru-cache'
import { readSeries, seriesHeads } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import type { Arm, MetricName } from '../contract/contract.ts'

export interface SortedSeries {
  readonly arm: Arm
  readonly sorted: Float64Array
}

export interface SeriesKey {
  readonly campaignId: number
  readonly site: number
  readonly metric: MetricName
}

interface Entry {
  /** Revisions of the series that it was made from. */
  readonly mark: string
  readonly series: readonly SortedSeries[]
  readonly sizeBytes: number
}

/**
 * The sorted values of the sites that were asked for last, up to so many bytes: sorting a million values takes longer
 * than an answer may. What is kept is checked against the database each time, so it is never older than the data.
 */
export class SortedSeriesCache {
  readonly #db: Database
  readonly #entries: LRUCache<string, Entry>
  readonly #reading = new Map<string, Promise<Entry>>()

  constructor(db: Database, { limitBytes = 64 * 2 ** 20 }: { readonly limitBytes?: number } = {}) {
    this.#db = db
    // A size must not be 0: an entry without values counts as one byte.
    const sizeCalculation = ({ sizeBytes }: Entry): number => Math.max(1, sizeBytes)
    this.#entries = new LRUCache({ maxSize: limitBytes, sizeCalculation })
  }

  get sizeBytes(): number {
    return this.#entries.calculatedSize
  }

  /** By arm, in the order of the arms' names; arms without a value are left out. */
  async read(key: SeriesKey): Promise<readonly SortedSeries[]> {
    const heads = await seriesHeads(this.#db, key)
    const mark = heads.map(({ arm, revision }) => `${arm} ${revision}`).join()
    const name = `${key.campaignId} ${key.site} ${key.metric}`
    const held = this.#entries.get(name)
    if (held?.mark === mark) return held.series
    // Many ask at once for what nobody has asked for before: it is read once.
    const reading = this.#reading.get(`${name} ${mark}`) ?? this.#readSorted(key, name, mark)
    return (await reading).series
  }

  #readSorted(key: SeriesKey, name: string, mark: string): Promise<Entry> {
    const reading = (async () => {
      try {
        const series = (await readSeries(this.#db, key)).map(({ arm, values }) => ({
          arm,
          sorted: values.sort(),
        }))
        const entry = {
          mark,
          series,
          sizeBytes: series.reduce((sum, series) => sum + series.sorted.byteLength, 0),
        }
        this.#entries.set(name, entry)
        return entry
      } finally {
        this.#reading.delete(`${name} ${mark}`)
      }
    })()
    this.#reading.set(`${name} ${mark}`, reading)
    return reading
  }
}
