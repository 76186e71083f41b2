import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { createCampaign } from '../../../db/campaign/campaigns.ts'
import { readComparisons, staleComparisons } from '../../../db/campaign/comparisons.ts'
import { measuredSamples } from '../../../db/campaign/sample-metrics.ts'
import { sampleTallies } from '../../../db/campaign/sample-tallies.ts'
import { readSeries } from '../../../db/campaign/series.ts'
import { dataVersion } from '../../../db/connection/data-version.ts'
import type { Database } from '../../../db/connection/database.ts'
import { onEveryDatabase, type TestDatabase, temporarySqlite } from '../databases.ts'
import { newCampaign, newSite } from './probing.ts'
import { collect } from './samples.ts'

const RUN = new URL('./record-run.ts', import.meta.url).pathname

/** Records so many samples in a process of its own, and works until they are; `stopEvery` so many it waits for one work. */
async function besideARun(
  database: TestDatabase,
  samples: number,
  work: () => Promise<void>,
  stopEvery = samples,
): Promise<void> {
  await using db = await database.open()
  const { id } = await createCampaign(db, newCampaign({ sites: [newSite('a.test')], rounds: samples }))
  assert.equal(id, 1)
  const argv = [RUN, database.url, String(samples), String(stopEvery)]
  const run = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(run, 'close')
  let stopped = false
  let last = ''
  createInterface({ input: run.stdout }).on('line', (line) => {
    stopped = line === 'stopped'
    last = line
  })
  try {
    while (run.exitCode === null && run.signalCode === null) {
      const goesOn = stopped
      await work()
      if (!goesOn) continue
      stopped = false
      run.stdin.write('\n')
    }
  } finally {
    run.kill('SIGKILL')
  }
  assert.deepEqual(await ended, [0, null])
  assert.equal(JSON.parse(last).recorded, samples)
}

/** What a page of the dashboard reads; every answer must be one that the run has committed. */
async function readPage(db: Database): Promise<number> {
  await dataVersion(db)
  const series = await readSeries(db, { campaignId: 1, site: 0, metric: 'metric_7_ms' })
  for (const { rounds, values } of series) {
    assert.deepEqual([...rounds], [...rounds.keys()])
    assert.ok(values.every((value, index) => index === 0 || value > (values[index - 1] as number)))
  }
  const valid = series.reduce((sum, { values }) => sum + values.length, 0)
  const counted = (await sampleTallies(db, 1)).reduce((sum, { samples }) => sum + samples, 0)
  // The tallies are read after the series, which only grow.
  assert.ok(counted >= valid, `${counted} are counted, and ${valid} were in the series before`)
  await staleComparisons(db, ['metric_7_ms', 'metric_9_ms'], 100)
  await readComparisons(db, { campaignId: 1 })
  return valid
}

onEveryDatabase(
  'a run that is writing keeps no reader out, and readers do not stand in its way',
  async (database) => {
    const sizes = new Set<number>()
    let pages = 0
    const [samples, stopEvery] = [100, 20]
    await using db = await database.open()
    await using first = await database.open({ readOnly: true, busyTimeoutMs: 1 })
    await using second = await database.open({ readOnly: true, busyTimeoutMs: 1 })
    const readPages = async (): Promise<void> => {
      const [seen] = await Promise.all([
        readPage(first),
        readPage(second),
        collect(measuredSamples(second, 1, { site: 0 })),
      ])
      sizes.add(seen)
      pages += 1
    }
    await besideARun(database, samples, readPages, stopEvery)
    assert.ok(pages > 5 && sizes.size > 3, `${pages} pages were read, of ${sizes.size} states`)
    assert.equal(await readPage(db), samples)
  },
)

const LOG_LIMIT_BYTES = 16 * 2 ** 20

test('the log of SQLite does not grow beside readers that come and go', async () => {
  await using database = await temporarySqlite()
  await using _first = await database.open()
  await using reader = await database.open({ readOnly: true })
  let largest = 0
  const look = (): void => {
    largest = Math.max(largest, statSync(`${database.url}-wal`).size)
  }
  await besideARun(database, 150, async () => {
    await readPage(reader)
    look()
  })
  look()
  assert.ok(largest > 2 ** 20 && largest <= LOG_LIMIT_BYTES, `the log had up to ${largest} bytes`)
})

test('a reader that holds one state makes the log grow, and it is cut back when the reader is gone', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  const logBytes = (): number => statSync(`${database.url}-wal`).size
  await db.query('CREATE TABLE ballast (bytes BLOB)')
  const write = (): Promise<unknown> =>
    db.write((query) => query('INSERT INTO ballast VALUES (randomblob(4000000))'))
  await write()

  using reader = new DatabaseSync(database.url, { readOnly: true })
  const count = (): unknown => reader.prepare('SELECT count(*) AS n FROM ballast').get()?.n
  reader.exec('BEGIN')
  assert.equal(count(), 1)
  for (let n = 0; n < 8; n += 1) await write()
  assert.equal(count(), 1)
  assert.ok(logBytes() > 8 * 4_000_000, `the log has ${logBytes()} bytes`)
  reader.exec('COMMIT')
  // The first checkpoints what the reader held back, the second begins the log anew.
  await write()
  await write()
  assert.ok(logBytes() <= LOG_LIMIT_BYTES, `the log still has ${logBytes()} bytes`)
  assert.equal(count(), 11)
})
