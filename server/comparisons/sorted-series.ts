import { readSeries, seriesHeads } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import type { Arm, MetricName } from '../contract/contract.ts'

/** The values of one metric of one site, by arm. */
export interface SortedSeries {
  readonly arm: Arm
  /** Ascending. */
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
  readonly #limitBytes: number
  readonly #entries = new Map<string, Entry>()
  readonly #reading = new Map<string, Promise<Entry>>()
  #sizeBytes = 0

  constructor(db: Database, { limitBytes = 64 * 2 ** 20 }: { readonly limitBytes?: number } = {}) {
    this.#db = db
    this.#limitBytes = limitBytes
  }

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** By arm, in the order of the arms' names; arms without a value are left out. */
  async of(key: SeriesKey): Promise<readonly SortedSeries[]> {
    const heads = await seriesHeads(this.#db, key)
    const mark = heads.map(({ arm, revision }) => `${arm} ${revision}`).join()
    const name = `${key.campaignId} ${key.site} ${key.metric}`
    const kept = this.#entries.get(name)
    if (kept?.mark === mark) {
      this.#entries.delete(name)
      this.#entries.set(name, kept)
      return kept.series
    }
    // Many ask at once for what nobody has asked for before: it is read once.
    const reading = this.#reading.get(`${name} ${mark}`) ?? this.#read(key, name, mark)
    return (await reading).series
  }

  #read(key: SeriesKey, name: string, mark: string): Promise<Entry> {
    const reading = (async () => {
      try {
        const series = (await readSeries(this.#db, key)).map(({ arm, values }) => ({
          arm,
          sorted: values.sort(),
        }))
        const entry = { mark, series, sizeBytes: series.reduce((sum, one) => sum + one.sorted.byteLength, 0) }
        this.#keep(name, entry)
        return entry
      } finally {
        this.#reading.delete(`${name} ${mark}`)
      }
    })()
    this.#reading.set(`${name} ${mark}`, reading)
    return reading
  }

  #keep(name: string, entry: Entry): void {
    this.#drop(name)
    if (entry.sizeBytes > this.#limitBytes) return
    this.#entries.set(name, entry)
    this.#sizeBytes += entry.sizeBytes
    for (const oldest of this.#entries.keys()) {
      if (this.#sizeBytes <= this.#limitBytes) break
      this.#drop(oldest)
    }
  }

  #drop(name: string): void {
    this.#sizeBytes -= this.#entries.get(name)?.sizeBytes ?? 0
    this.#entries.delete(name)
  }
}
