import assert from 'node:assert/strict'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { OPENING_CAMPAIGN, OPENING_SURVEY } from '../../../cli/release/queries/query.ts'
import { leaveCampaign } from '../../../db/campaign/campaign-leases.ts'
import type { Database } from '../../../db/connection/database.ts'
import { COMMAND_LINE } from '../../../db/survey/lists.ts'
import type { Campaign, Survey } from '../../../server/contract/contract.ts'
import { openingCampaign, openingSurvey } from '../../../server/contract/opening-runs.ts'
import { rng } from '../../../stats/rng.ts'
import { claimed, heldCampaign, newSite, record } from '../../db/campaign/probing.ts'
import { newSurvey } from '../../db/campaign/samples.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { addSurvey } from '../survey/survey-database.ts'
import { temporaryFolder } from '../towline.ts'
import { FIGURES } from './figures.ts'
import { type ReleasedAndServed, releasedAndServed } from './released-and-served.ts'

const DOMAINS = ['a.test', 'b.test', 'c.test', 'd.test']
const ARMS = ['h1', 'h2', 'h3'] as const
const ROUNDS = 2
const armNames: readonly string[] = ARMS

const resources = new AsyncDisposableStack()
let both: ReleasedAndServed
/** The newest that is no look at one site. */
let opening: { readonly survey_id: number; readonly campaign_id: number }

before(async () => {
  const database = resources.use(await temporarySqlite())
  const survey = (sites: number, source = 'list.csv') => {
    const listed = DOMAINS.slice(0, sites).map((domain) => ({ domain }))
    return addSurvey(database.url, listed, { list: () => ({ ...newSurvey(sites).list(), source }) })
  }
  await survey(4)
  const surveyId = await survey(3)
  await survey(1)
  await survey(4, COMMAND_LINE)
  {
    await using db = await database.open()
    await finishedCampaign(db, 4)
    const campaignId = await finishedCampaign(db, 2)
    await finishedCampaign(db, 1)
    opening = { survey_id: surveyId, campaign_id: campaignId }
  }
  both = resources.use(await releasedAndServed(database.url))
})
after(() => resources.disposeAsync())

async function finishedCampaign(db: Database, pages: number): Promise<number> {
  const arms = { applied: [...ARMS], leftOut: {} }
  const sites = DOMAINS.slice(0, pages).map((domain) => newSite(domain, { arms }))
  const lease = await heldCampaign(db, { arms: [...ARMS], rounds: ROUNDS, sites })
  for (let left = pages * ARMS.length * ROUNDS; left > 0; left -= 1) {
    const sample = await claimed(db, lease)
    const value = 100 + 10 * sample.site + sample.round - 7 * armNames.indexOf(sample.arm)
    await record(db, lease, { sample, metrics: [{ name: 'plt_ms', value, note: null }] })
  }
  assert.equal(await leaveCampaign(db, lease, '2026-11-21T01:00:00.000Z'), 'finished')
  return lease.campaignId
}

for (const [name, run] of [
  ['adoption', 'survey_id'],
  ['failures', 'survey_id'],
  ['ranking', 'campaign_id'],
  ['series', 'campaign_id'],
] as const)
  test(`queries/${name}.sql begins with the run that the dashboard opens with, not with a small newer one`, async () => {
    const rows = await both.set.query(await readFile(join(both.set.folder, 'queries', `${name}.sql`), 'utf8'))
    assert.deepEqual([...new Set(rows.map((row) => row[run]))], [opening[run]])
    await FIGURES[name]?.compare(rows, both.ask)
  })

test('whatever the sizes of runs, queries begin with those that the dashboard opens with', async () => {
  await using folder = await temporaryFolder()
  const duckdb = await DuckDBInstance.create(':memory:')
  const connection = await duckdb.connect()
  let path = folder.path
  const write = (table: string, columns: string, rows: readonly (readonly unknown[])[]) => {
    const values = rows.map((row) => `(${row.join(', ')})`).join(', ')
    const file = join(path, 'parquet', `${table}.parquet`)
    return connection.run(`COPY (SELECT * FROM (VALUES ${values}) AS made(${columns})) TO '${file}'`)
  }
  const variable = async (name: string, sql: string): Promise<number | null> => {
    const found = await connection.runAndReadAll(`${sql} SELECT getvariable('${name}')::INTEGER AS id`)
    return found.getRowObjectsJS()[0]?.id as number | null
  }
  const random = rng(5)
  const draw = (most: number): number => Math.floor(random() * most)
  try {
    for (let n = 0; n < 40; n += 1) {
      const runs = Array.from({ length: 1 + draw(5) }, (_, index) => ({
        ...{ id: index + 1, sites: 1 + draw(6), state: 'finished' },
        ...{ isListed: random() < 0.5, labRunId: random() < 0.3 ? 1 : null },
      })).reverse()
      path = join(folder.path, String(n))
      await mkdir(join(path, 'parquet'), { recursive: true })
      await connection.run(`SET file_search_path = '${path}'`)
      await write('lists', 'id, source', [
        [1, `'${COMMAND_LINE}'`],
        [2, "'list.csv'"],
      ])
      await write(
        'surveys',
        'id, sites, list_id',
        runs.map(({ id, sites, isListed }) => [id, sites, isListed ? 2 : 1]),
      )
      await write(
        'campaigns',
        'id, lab_run_id',
        runs.map(({ id, labRunId }) => [id, labRunId ?? 'NULL::INTEGER']),
      )
      await write(
        'campaign_sites',
        'campaign_id, site',
        runs.flatMap(({ id, sites }) => Array.from({ length: sites }, (_, site) => [id, site])),
      )
      const latestId = runs.find(({ isListed }) => isListed)?.id ?? null
      const shown = [
        openingSurvey(runs as unknown as Survey[], latestId)?.id ?? null,
        openingCampaign(runs as unknown as Campaign[])?.id ?? null,
      ]
      const computed = [
        await variable('survey', OPENING_SURVEY),
        await variable('campaign', OPENING_CAMPAIGN),
      ]
      assert.deepEqual(computed, shown, JSON.stringify(runs))
    }
  } finally {
    connection.closeSync()
    duckdb.closeSync()
  }
})
