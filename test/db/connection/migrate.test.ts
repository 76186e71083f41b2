import assert from 'node:assert/strict'
import { changeSite } from '../../../db/campaign/campaign-sites.ts'
import { createCampaign, listCampaigns } from '../../../db/campaign/campaigns.ts'
import { importSamples } from '../../../db/campaign/import-samples.ts'
import { sampleTallies } from '../../../db/campaign/sample-tallies.ts'
import { readSeries, seriesHeads } from '../../../db/campaign/series.ts'
import { dataVersion } from '../../../db/connection/data-version.ts'
import type { Database } from '../../../db/connection/database.ts'
import { ROUNDS_PER_CHUNK } from '../../../db/rows/packed-chunk.ts'
import { listSurveys } from '../../../db/survey/surveys.ts'
import { heldCampaign, NOTHING_KNOWN, newCampaign, record, VALID } from '../campaign/probing.ts'
import { surveyOf } from '../campaign/samples.ts'
import { onEveryDatabase } from '../databases.ts'
import { withoutArmRecorded } from './without-arm-recorded.ts'

/** The tables of each migration, those that refer to others first. */
const TABLES = {
  '033-survey-trends': ['survey_trends'],
  '032-load-clear-text': [],
  '031-contributed-visits': [],
  '030-survey-scale': ['survey_summaries'],
  '029-stacks': [],
  '028-handshake-facts': [],
  '027-asked-checks': ['asked_checks'],
  '024-site-deaths': ['site_deaths'],
  '023-stored-lists': ['stored_lists'],
  '022-rank-magnitude': [],
  '021-repeated-rounds': [],
  '020-followed-series': ['followed_series'],
  '019-sample-source': [],
  '018-busy-workers': [],
  '017-vantages': ['vantages', 'site_loads'],
  '016-load': ['load_seconds', 'loads', 'load_runs'],
  '015-arm-recorded': [],
  '014-filmstrips': ['filmstrip_frames', 'filmstrips'],
  '005-field': [
    ...[
      'field_losses',
      'field_members',
      'field_cells',
      'field_releases',
      'contribution_keys',
      'contributions',
    ],
    ...['field_invites', 'field_sites', 'field_studies'],
  ],
  '004-lab': ['lab_cells', 'lab_runs'],
  '003-summaries': ['comparisons', 'series_chunks', 'series', 'sample_tallies', 'data_version'],
  '002-campaigns': ['artifacts', 'sample_metrics', 'samples', 'campaign_sites', 'campaigns'],
} as const

/** Columns of `survey_sites` that migrations added. */
const COLUMNS: Partial<Record<keyof typeof TABLES, readonly string[]>> = {
  '029-stacks': ['stack', 'h3_stack', 'h3_retry', 'h3_resumption', 'h3_early_data'],
  '028-handshake-facts': [
    ...['tls_round_trips', 'chain_bytes', 'resumption', 'ticket_lifetime_s', 'early_data'],
    ...['https_record', 'ech', 'early_hints'],
  ],
  '022-rank-magnitude': ['rank_magnitude'],
}

async function undo(db: Database, ...names: readonly (keyof typeof TABLES)[]): Promise<void> {
  for (const name of names) {
    for (const column of COLUMNS[name] ?? []) await db.query(`ALTER TABLE survey_sites DROP COLUMN ${column}`)
    for (const table of TABLES[name]) await db.query(`DROP TABLE ${table}`)
    if (name === '030-survey-scale') await db.query('DROP INDEX survey_sites_pending')
    await db.query('DELETE FROM towline_migrations WHERE name = ?', [name])
  }
}

onEveryDatabase(
  'a database of the first release gets the new tables and keeps its surveys',
  async (database) => {
    {
      await using db = await database.open()
      await surveyOf(db, 3)
      await undo(
        db,
        '033-survey-trends',
        '032-load-clear-text',
        '031-contributed-visits',
        '030-survey-scale',
        '029-stacks',
        '028-handshake-facts',
        '027-asked-checks',
        '024-site-deaths',
        '023-stored-lists',
        '022-rank-magnitude',
        '021-repeated-rounds',
        '020-followed-series',
        '019-sample-source',
        '018-busy-workers',
        '017-vantages',
        '016-load',
        '015-arm-recorded',
        '014-filmstrips',
        '005-field',
        '004-lab',
        '003-summaries',
        '002-campaigns',
      )
    }
    await using db = await database.open()
    assert.equal((await listSurveys(db)).length, 1)
    await heldCampaign(db)
    assert.equal((await listCampaigns(db)).length, 1)
  },
)

onEveryDatabase(
  'campaigns of before the summaries get theirs, as if they had been recorded today',
  async (database) => {
    const summaries = async (db: Database, campaignIds: readonly number[]): Promise<unknown> => {
      const heads = (await seriesHeads(db)).map(({ revision: _revision, ...head }) => head)
      const series = await Promise.all(heads.map((head) => readSeries(db, head)))
      const values = series.flat().map(({ revision: _revision, ...rest }) => rest)
      return { heads, values, tallies: await Promise.all(campaignIds.map((id) => sampleTallies(db, id))) }
    }
    let before: unknown
    let campaignIds: number[]
    {
      await using db = await database.open()
      const lease = await heldCampaign(db)
      const metrics = [
        { name: 'plt_ms', value: 1.5, note: null },
        { name: 'fcp_ms', value: null, note: 'nothing was painted' },
      ]
      for (let n = 0; n < 3; n += 1) await record(db, lease, { metrics })
      await record(db, lease, { metrics, result: NOTHING_KNOWN })
      await changeSite(db, lease, { site: 1, end: { state: 'parked', detail: null } })
      const { id } = await createCampaign(db, newCampaign({ schedule: [] }))
      const rounds = [ROUNDS_PER_CHUNK, 0, 1, ROUNDS_PER_CHUNK - 1, 5 * ROUNDS_PER_CHUNK]
      await importSamples(
        db,
        id,
        rounds.map((round, place) => ({
          ...{ site: 1, arm: 'h3', round, place, position: 0, result: VALID },
          metrics: [{ name: 'plt_ms', value: round / 3, note: null }],
        })),
      )
      campaignIds = [lease.campaignId, id]
      before = await summaries(db, campaignIds)
      await undo(db, '015-arm-recorded', '005-field', '004-lab', '003-summaries')
    }
    await using db = await database.open()
    assert.deepEqual(await summaries(db, campaignIds), before)
    assert.equal(await dataVersion(db), 0)
  },
)

onEveryDatabase('a database of before replays takes samples of the arm recorded', async (database) => {
  const sample = {
    ...{ site: 1, arm: 'recorded' as const, round: 7, place: 7, position: 0, result: VALID },
    metrics: [{ name: 'plt_ms', value: 1.5, note: null }] as const,
  }
  let campaignId: number
  {
    await using db = await database.open()
    campaignId = (await createCampaign(db, newCampaign({ schedule: [] }))).id
    await withoutArmRecorded(db)
    await assert.rejects(importSamples(db, campaignId, [sample]), /constraint/i)
  }
  await using db = await database.open()
  await importSamples(db, campaignId, [sample])
  const [series] = await readSeries(db, { campaignId, site: 1, metric: 'plt_ms' })
  assert.deepEqual([series?.arm, [...(series?.values ?? [])]], ['recorded', [1.5]])
  const unknown = { ...sample, arm: 'h4' as 'h3', round: 8, place: 8 }
  await assert.rejects(importSamples(db, campaignId, [unknown]), /constraint/i)
  if (db.dialect === 'sqlite')
    assert.deepEqual(await db.query('PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
})

onEveryDatabase('campaigns of before graphs were replayed are a browser’s', async (database) => {
  {
    await using db = await database.open()
    await createCampaign(db, newCampaign({ schedule: [] }))
    await db.query('ALTER TABLE campaigns DROP COLUMN source')
    await undo(db, '019-sample-source')
  }
  await using db = await database.open()
  const campaigns = await listCampaigns(db)
  assert.deepEqual(
    campaigns.map(({ source }) => source),
    ['browser'],
  )
  await createCampaign(db, newCampaign({ schedule: [], source: 'graph' }))
  await assert.rejects(
    createCampaign(db, newCampaign({ schedule: [], source: 'x' as 'graph' })),
    /constraint/i,
  )
})
