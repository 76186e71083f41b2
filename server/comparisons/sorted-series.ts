import { LRUCache } from 'lru-cache'
import { readSeries, type SeriesHead, seriesHeads } from '../../db/campaign/series.ts'
import type { Database } from '../../db/connection/database.ts'
import type { Arm, MetricName } from '../contract/contract.ts'

export interface SortedSeries {
  readonly arm: Arm
  /** Values there are. */
  readonly n: number
  readonly mean: number
  /** Ascending: all values, of more than `MOST_VALUES` so many at even distances, the first and the last among them. */
  readonly sorted: Float64Array
}

interface SeriesKey {
  readonly campaignId: number
  readonly site: number
  readonly metric: MetricName
}

/**
 * Values of an arm that are held: a quantile of more is that of a value within 1/260,000 of its rank. Else the arms of a
 * site with millions of rounds would fill the memory, a metric after the other.
 */
const MOST_VALUES = 2 ** 17

interface SortedSeriesLimits {
  readonly limitBytes: number
  readonly mostValues: number
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
  readonly #mostValues: number
  readonly #entries: LRUCache<string, Entry>
  readonly #reading = new Map<string, Promise<Entry>>()

  constructor(
    db: Database,
    { limitBytes = 64 * 2 ** 20, mostValues = MOST_VALUES }: Partial<SortedSeriesLimits> = {},
  ) {
    this.#db = db
    this.#mostValues = mostValues
    // A size must not be 0: an entry without values counts as one byte.
    const sizeCalculation = ({ sizeBytes }: Entry): number => Math.max(1, sizeBytes)
    this.#entries = new LRUCache({ maxSize: limitBytes, sizeCalculation })
  }

  get sizeBytes(): number {
    return this.#entries.calculatedSize
  }

  /** Reads by arm, in the order of the arms' names; arms without a value are left out. */
  async read(key: SeriesKey): Promise<readonly SortedSeries[]> {
    const heads = await seriesHeads(this.#db, key)
    const mark = heads.map(({ arm, revision }) => `${arm} ${revision}`).join()
    const name = `${key.campaignId} ${key.site} ${key.metric}`
    const held = this.#entries.get(name)
    if (held?.mark === mark) return held.series
    // Many ask at once for what nobody has asked for before: it is read once.
    const reading = this.#reading.get(`${name} ${mark}`) ?? this.#readSorted(key, name, mark, heads)
    return (await reading).series
  }

  #readSorted(key: SeriesKey, name: string, mark: string, heads: readonly SeriesHead[]): Promise<Entry> {
    const reading = (async () => {
      try {
        const series: SortedSeries[] = []
        // One arm after the other: of each all values are in memory.
        for (const { arm: name } of heads)
          for (const { arm, values } of await readSeries(this.#db, { ...key, arm: name })) {
            const n = values.length
            // Summed in ascending order, as releases and their SQL do: the last digit depends on it.
            const mean = values.sort().reduce((sum, value) => sum + value, 0) / n
            series.push({ arm, n, mean, sorted: thinned(values, this.#mostValues) })
          }
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

function thinned(sorted: Float64Array, most: number): Float64Array {
  if (sorted.length <= most) return sorted
  const step = (sorted.length - 1) / (most - 1)
  return Float64Array.from({ length: most }, (_, index) => sorted[Math.round(index * step)] as number)
}
