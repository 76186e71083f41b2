import { LRUCache } from 'lru-cache'
import { dataVersion } from '../../db/connection/data-version.ts'
import type { Database } from '../../db/connection/database.ts'
import type { LoadRunRow } from '../../db/load/load-runs.ts'
import { remembered } from '../database/remembered.ts'
import { type ReadLoadRun, readLoadRun } from './read-load-run.ts'

const MOST_RUNS = 20

/** The load runs that were asked for last, computed: of a long one that takes seconds. A finished run never changes. */
export class LoadRunCache {
  readonly #db: Database
  readonly #runs = new LRUCache<string, Promise<ReadLoadRun>>({ max: MOST_RUNS })

  constructor(db: Database) {
    this.#db = db
  }

  async read(run: LoadRunRow): Promise<ReadLoadRun> {
    const key = run.state === 'finished' ? `${run.id}` : `${run.id} ${await dataVersion(this.#db)}`
    return remembered(this.#runs, key, () => readLoadRun(this.#db, run))
  }
}
