import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { acquireCampaign, leaveCampaign, renewCampaign } from '../../../db/campaign/campaign-leases.ts'
import { changeSite, recordOrigins } from '../../../db/campaign/campaign-sites.ts'
import { createCampaign, describeCampaign, listCampaigns } from '../../../db/campaign/campaigns.ts'
import { staleComparisons, storeComparisons } from '../../../db/campaign/comparisons.ts'
import { importSamples } from '../../../db/campaign/import-samples.ts'
import { rebuildSeries } from '../../../db/campaign/rebuild-series.ts'
import { replaceMetrics } from '../../../db/campaign/replace-metrics.ts'
import { readMetrics } from '../../../db/campaign/sample-metrics.ts'
import { sampleTallies } from '../../../db/campaign/sample-tallies.ts'
import { readSeries, seriesHeads } from '../../../db/campaign/series.ts'
import { dataVersion } from '../../../db/connection/data-version.ts'
import type { Database } from '../../../db/connection/database.ts'
import { labCells, recordCell } from '../../../db/lab/lab-cells.ts'
import { createLabRun, listLabRuns, markLabRun } from '../../../db/lab/lab-runs.ts'
import { recordCanary } from '../../../db/survey/canaries.ts'
import { encodeFinishedSite, saveSites } from '../../../db/survey/finished-sites.ts'
import { claimSites } from '../../../db/survey/site-leases.ts'
import { surveyProgress } from '../../../db/survey/survey-sites.ts'
import { listSurveys, markFinished, markRunning, markStopped } from '../../../db/survey/surveys.ts'
import { heldCampaign, newCampaign, record, VALID } from '../campaign/probing.ts'
import { factsOf, surveyOf } from '../campaign/samples.ts'
import { withEveryDatabase } from '../databases.ts'

const AT = '2026-11-21T00:00:00.000Z'
const PLT = [{ name: 'plt_ms', value: 5, note: null }]

withEveryDatabase(
  'every kind of write advances the version, for all processes, and no read does',
  async (db, database) => {
    await using other = await database.open({ readOnly: true })
    let before = await dataVersion(db)
    async function advances<T>(what: string, write: Promise<T>): Promise<T> {
      const result = await write
      const now = await dataVersion(other)
      assert.ok(now > before, what)
      assert.equal(await dataVersion(db), now, what)
      before = now
      return result
    }

    const surveyId = await advances('createSurvey', surveyOf(db, 3))
    await advances('markRunning', markRunning(db, surveyId))
    const canary = { surveyId, owner: 'me', checkedAt: AT, ok: true, failure: null, closes: [], opens: true }
    await advances('recordCanary', recordCanary(db, canary))
    const claimed = await claimSites(db, { surveyId, owner: 'me', leaseMs: 60_000 }, 3)
    const sites = claimed.map(({ rank }) => {
      const about = { surveyId, rank, visitedAt: AT, durationMs: 1, block: null, h3Void: false, detail: null }
      return encodeFinishedSite({ ...about, facts: factsOf(rank) }, [])
    })
    await advances('saveSites', saveSites(db, { surveyId, owner: 'me' }, sites))
    await advances('markStopped', markStopped(db, surveyId))
    await advances('markFinished', markFinished(db, surveyId, AT))

    const { id } = await advances('createCampaign', createCampaign(db, newCampaign({ schedule: [] })))
    await advances('describeCampaign', describeCampaign(db, id, { userAgent: 'x' }))
    const sample = {
      site: 0,
      arm: 'h3',
      round: 0,
      place: 0,
      position: 0,
      result: VALID,
      metrics: PLT,
    } as const
    const samples = [sample, { ...sample, arm: 'h1', place: 1 } as const]
    await advances('importSamples', importSamples(db, id, samples))
    await advances('rebuildSeries', rebuildSeries(db, id))
    const stale = await staleComparisons(db, ['plt_ms'], 1)
    const about = { baselineRevision: 1, armRevision: 1, rounds: 1, result: {}, computedAt: AT }
    const rows = stale.map((key) => ({ ...key, ...about }))
    await advances('storeComparisons', storeComparisons(db, rows))

    const lease = { ...(await advances('acquireCampaign', heldCampaign(db))), leaseMs: 60_000 }
    const sampleId = await advances('recordSample', record(db, lease, { metrics: PLT }))
    const none = [{ sampleId, metrics: [] }]
    await advances('replaceMetrics', replaceMetrics(db, lease.campaignId, none))
    const origins = { site: 1, forcedOrigins: [], arms: { applied: ['h1'], leftOut: {} } } as const
    await advances('recordOrigins', recordOrigins(db, lease, origins))
    await advances('changeSite', changeSite(db, lease, { site: 1, strikes: 1 }))
    await advances('leaveCampaign', leaveCampaign(db, lease, AT))

    const run = { createdAt: AT, name: 'x', plan: {}, seed: 1, toolVersion: '0.1.0', versions: {} }
    const cells = [{ factors: {}, configuredLink: {} }]
    const labRunId = await advances('createLabRun', createLabRun(db, { ...run, cells }))
    await advances('markLabRun', markLabRun(db, labRunId, { state: 'running' }))
    await advances('recordCell', recordCell(db, { labRunId, cell: 0 }, { measuredLink: {} }))

    await readAll(db, lease.campaignId)
    assert.ok(await acquireCampaign(db, lease, () => false))
    before = await dataVersion(db)
    await renewCampaign(db, lease)
    await readAll(other, lease.campaignId)
    assert.equal(await dataVersion(db), before, 'reads, and leases, which nobody is shown')
  },
)

async function readAll(db: Database, campaignId: number): Promise<void> {
  await listSurveys(db)
  await surveyProgress(db, 1)
  await listCampaigns(db)
  await sampleTallies(db, campaignId)
  await seriesHeads(db)
  await readSeries(db, { campaignId, site: 0, metric: 'plt_ms' })
  await readMetrics(db, 1)
  await listLabRuns(db)
  await labCells(db, 1)
}

withEveryDatabase('a write of what is not shown leaves the version as it was', async (db) => {
  const before = await dataVersion(db)
  await db.write((query) => query('DELETE FROM contribution_keys'), { shown: false })
  assert.equal(await dataVersion(db), before)
})

withEveryDatabase('a write that rejects leaves the version as it was', async (db) => {
  const before = await dataVersion(db)
  await assert.rejects(db.write(() => Promise.reject(new Error('no'))))
  assert.equal(await dataVersion(db), before)
})

test('what is written outside of a transaction, and so past the version, are leases and deaths of workers alone', () => {
  const folder = join(import.meta.dirname, '../../../db')
  // A string of any kind; a template's placeholders may hold further ones.
  const statement = /\bdb\s*\.query\(\s*(`(?:\$\{(?:[^{}]|\{[^{}]*\})*\}|[^`])*`|'[^']*'|"[^"]*")/g
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      Array.from(readFileSync(join(folder, name), 'utf8').matchAll(statement), ([, sql = '']) => {
        const write = /\b(?:INSERT INTO|UPDATE|DELETE FROM) \w+(?: SET \w+)?/.exec(sql)
        return write === null ? [] : [`${basename(name)}: ${write[0]}`]
      }).flat(),
    )
  assert.deepEqual(found, [
    'campaign-leases.ts: UPDATE campaigns SET lease_until',
    'sample-claims.ts: UPDATE samples SET attempt',
    'check-leases.ts: UPDATE asked_checks SET lease_until',
    'site-deaths.ts: DELETE FROM site_deaths',
    'site-deaths.ts: INSERT INTO site_deaths',
    'site-loads.ts: INSERT INTO site_loads',
    'series-leases.ts: UPDATE followed_series SET lease_until',
    'series-leases.ts: UPDATE followed_series SET claimed_by',
    'site-leases.ts: UPDATE survey_sites SET claimed_by',
    'site-leases.ts: UPDATE survey_sites SET lease_until',
    'site-leases.ts: UPDATE survey_sites SET claimed_by',
    'site-leases.ts: UPDATE survey_sites SET claimed_by',
    'survey-slices.ts: UPDATE survey_sites SET claimed_by',
  ])
})
