import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/connection/database.ts'
import type { AdoptionTrend } from '../../stats/survey/adoption-trend.ts'
import { remembered } from '../database/remembered.ts'
import { type SeriesTrend, seriesTrend, wholeTrend } from './series-trend.ts'
import type { SurveySeries } from './survey-series.ts'

const MOST_TRENDS = 20

/** Whole trends that are held: of a million sites some millions of changes. */
const MOST_WHOLE = 4

/** The trends that were asked for last. Finished surveys never change, so a trend is that of its surveys. */
export class TrendCache {
  readonly #db: Database
  readonly #writer: Promise<Database | null>
  readonly #trends = new LRUCache<string, Promise<SeriesTrend>>({ max: MOST_TRENDS })
  readonly #whole = new LRUCache<string, Promise<AdoptionTrend>>({ max: MOST_WHOLE })

  /** @param writer stores what takes long to compare; default: nothing does */
  constructor(db: Database, writer: Promise<Database | null> = Promise.resolve(null)) {
    this.#db = db
    this.#writer = writer
  }

  async read(series: Pick<SurveySeries, 'surveys'>): Promise<SeriesTrend> {
    return remembered(this.#trends, keyOf(series), async () =>
      seriesTrend(this.#db, series, { writer: await this.#writer }),
    )
  }

  /** The trend with all sites that changed. */
  async readWhole(series: Pick<SurveySeries, 'surveys'>): Promise<AdoptionTrend> {
    return remembered(this.#whole, keyOf(series), () => wholeTrend(this.#db, series))
  }
}

const keyOf = ({ surveys }: Pick<SurveySeries, 'surveys'>): string => surveys.map(({ id }) => id).join()
