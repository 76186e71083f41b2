import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { OPENING_CAMPAIGN, OPENING_SURVEY } from '../../../cli/release/queries/query.ts'
import { createCampaign } from '../../../db/campaign/campaigns.ts'
import type { Database, Row } from '../../../db/connection/database.ts'
import { COMMAND_LINE } from '../../../db/survey/lists.ts'
import { defaultCampaign } from '../../../server/defaults/default-campaign.ts'
import { defaultSurvey } from '../../../server/defaults/default-survey.ts'
import { rng } from '../../../stats/rng.ts'
import { newCampaign, newSite } from '../../db/campaign/probing.ts'
import { newSurvey, surveyOf } from '../../db/campaign/samples.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { loadedCampaign } from '../../server/loaded-campaign.ts'
import { addSurvey } from '../survey/survey-database.ts'
import { temporaryFolder } from '../towline.ts'
import { FIGURES } from './figures.ts'
import { type ReleasedAndServed, releasedAndServed } from './released-and-served.ts'

const DOMAINS = Array.from({ length: 7 }, (_, index) => `s${index}.test`)

const resources = new AsyncDisposableStack()
let both: ReleasedAndServed
/** The newest that can answer. */
let opening: { readonly survey_id: number; readonly campaign_id: number }

before(async () => {
  const database = resources.use(await temporarySqlite())
  const survey = (sites: number, source = 'list.csv') => {
    const listed = DOMAINS.slice(0, sites).map((domain) => ({ domain }))
    return addSurvey(database.url, listed, { list: () => ({ ...newSurvey(sites).list(), source }) })
  }
  await survey(7)
  const surveyId = await survey(6)
  await survey(5)
  await survey(7, COMMAND_LINE)
  {
    await using db = await database.open()
    const campaign = (pages: number) =>
      loadedCampaign(db, { domains: DOMAINS.slice(0, pages), arms: ['h1', 'h2', 'h3'] })
    const campaignId = await campaign(6)
    await campaign(5)
    opening = { survey_id: surveyId, campaign_id: campaignId }
  }
  both = resources.use(await releasedAndServed(database.url))
})
after(() => resources.disposeAsync())

for (const [name, run] of [
  ['adoption', 'survey_id'],
  ['failures', 'survey_id'],
  ['ranking', 'campaign_id'],
  ['series', 'campaign_id'],
] as const)
  test(`queries/${name}.sql begins with the run that the dashboard opens with, not with a newer one that cannot answer`, async () => {
    const rows = await both.set.query(await readFile(join(both.set.folder, 'queries', `${name}.sql`), 'utf8'))
    assert.deepEqual([...new Set(rows.map((row) => row[run]))], [opening[run]])
    await FIGURES[name]?.(rows, both.ask)
  })

test('whatever runs there are, queries begin with those that the server answers with', async () => {
  const random = rng(5)
  const draw = (most: number): number => Math.floor(random() * most)
  await using folder = await temporaryFolder()
  const duckdb = await DuckDBInstance.create(':memory:')
  const connection = await duckdb.connect()
  const found = { survey: new Set<boolean>(), campaign: new Set<boolean>() }
  try {
    for (let n = 0; n < 12; n += 1) {
      await using database = await temporarySqlite()
      await using db = await database.open()
      for (let left = 1 + draw(3); left > 0; left -= 1) {
        await drawnSurvey(db, { sites: 6 + draw(3), isListed: random() < 0.6, random })
        await drawnCampaign(db, {
          sites: 6 + draw(2),
          rounds: 6 + draw(4),
          share: 0.7 + 0.1 * draw(4),
          random,
        })
      }
      const path = join(folder.path, String(n))
      await mkdir(join(path, 'parquet'), { recursive: true })
      await connection.run(`SET file_search_path = '${path}'`)
      for (const [table, { from = table, columns }] of Object.entries(TABLES)) {
        const names = Object.keys(columns)
        const file = join(path, table)
        const rows = await db.query(`SELECT * FROM ${from}`)
        await writeFile(`${file}.json`, JSON.stringify(rows.map((row) => pickNames(row, names))))
        const types = names.map((name) => `${name}: '${columns[name]}'`).join(', ')
        await connection.run(
          `COPY (FROM read_json('${file}.json', columns = {${types}})) TO '${path}/parquet/${table}.parquet'`,
        )
      }
      const variable = async (name: string, sql: string): Promise<number | null> => {
        const rows = await connection.runAndReadAll(`${sql} SELECT getvariable('${name}')::INTEGER AS id`)
        return rows.getRowObjectsJS()[0]?.id as number | null
      }
      const [survey, campaign] = [await defaultSurvey(db), await defaultCampaign(db)]
      assert.equal(await variable('survey', OPENING_SURVEY), survey.id)
      assert.equal(await variable('campaign', OPENING_CAMPAIGN), campaign.id)
      found.survey.add(survey.canAnswer)
      found.campaign.add(campaign.canAnswer)
    }
  } finally {
    connection.closeSync()
    duckdb.closeSync()
  }
  assert.deepEqual([found.survey.size, found.campaign.size], [2, 2], 'both cases were met')
})

/** What the queries read, of the tables of the database. */
const TABLES: Readonly<
  Record<string, { readonly from?: string; readonly columns: Readonly<Record<string, string>> }>
> = {
  lists: { columns: { id: 'BIGINT', source: 'VARCHAR' } },
  surveys: { columns: { id: 'BIGINT', list_id: 'BIGINT' } },
  survey_sites: { columns: { survey_id: 'BIGINT', reachable: 'BOOLEAN' } },
  campaigns: {
    from: '(SELECT campaigns.*, NULL AS lab_run_id FROM campaigns)',
    columns: {
      ...{ id: 'BIGINT', survey_id: 'BIGINT', lab_run_id: 'BIGINT' },
      ...{ rounds: 'BIGINT', arms: 'JSON', options: 'JSON' },
    },
  },
  samples: {
    columns: {
      ...{ campaign_id: 'BIGINT', site: 'BIGINT', arm: 'VARCHAR', round: 'BIGINT' },
      ...{ role: 'VARCHAR', state: 'VARCHAR' },
    },
  },
}

function pickNames(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, name === 'reachable' ? row[name] === 1 : row[name]]))
}

/** A finished survey; each site is reached or not by chance. */
async function drawnSurvey(
  db: Database,
  {
    sites,
    isListed,
    random,
  }: { readonly sites: number; readonly isListed: boolean; readonly random: () => number },
): Promise<void> {
  const list = { ...newSurvey(sites).list(), source: isListed ? 'list.csv' : COMMAND_LINE }
  const id = await surveyOf(db, sites, { list: () => list })
  await db.write(async (query) => {
    for (let rank = 1; rank <= sites; rank += 1)
      await query("UPDATE survey_sites SET state = 'done', reachable = ? WHERE survey_id = ? AND rank = ?", [
        ...[random() < 0.8, id, rank],
      ])
    await query("UPDATE surveys SET state = 'finished', finished_at = created_at WHERE id = ?", [id])
  })
}

/** A campaign of which a share of the loads, by chance, count; some may stop at any round. */
async function drawnCampaign(
  db: Database,
  drawn: {
    readonly sites: number
    readonly rounds: number
    readonly share: number
    readonly random: () => number
  },
): Promise<void> {
  const { sites: pages, rounds, share, random } = drawn
  const sites = Array.from({ length: pages }, (_, site) => newSite(`site${site}.test`))
  const options = random() < 0.2 ? { untilCi: 5 } : {}
  const { id } = await createCampaign(db, newCampaign({ sites, rounds, options }))
  await db.write(async (query) => {
    for (const sample of await query('SELECT id FROM samples WHERE campaign_id = ?', [id]))
      if (random() < share)
        await query(
          "UPDATE samples SET state = 'valid', started_at = '2026-11-21T01:00:00.000Z' WHERE id = ?",
          [Number(sample.id)],
        )
    await query(
      `INSERT INTO sample_tallies (campaign_id, site, arm, state, samples)
       SELECT campaign_id, site, arm, state, count(*) FROM samples WHERE campaign_id = ? AND state = 'valid'
       GROUP BY campaign_id, site, arm, state`,
      [id],
    )
  })
}
