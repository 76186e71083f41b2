import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, type TestContext, test } from 'node:test'
import { EXIT } from '../../../cli/exit/exit-codes.ts'
import { showCampaign } from '../../../cli/probe/campaign-report.ts'
import { samplesExportCommand } from '../../../cli/probe/samples-export.ts'
import { showDiff } from '../../../cli/survey/survey-diff.ts'
import { showSites } from '../../../cli/survey/survey-show.ts'
import { showSite } from '../../../cli/survey/survey-site.ts'
import { campaignById } from '../../../db/campaign/campaigns.ts'
import type { Database } from '../../../db/connection/database.ts'
import { surveyById } from '../../../db/survey/surveys.ts'
import { type TestDatabase, temporarySqlite } from '../../db/databases.ts'
import { type Fixture, SITES } from '../../server/fixture.ts'
import { openFixture } from '../../server/fixture-template.ts'
import { csvObjects, parseCsv } from '../probe/csv.ts'
import { temporaryFolder, towlineHere } from '../towline.ts'

let on: TestDatabase
let db: Database
let fixture: Fixture
before(async () => {
  on = await temporarySqlite()
  ;({ db, fixture } = await openFixture(on))
})
after(async () => {
  await db[Symbol.asyncDispose]()
  await on[Symbol.asyncDispose]()
})

/** What is printed to standard output meanwhile. */
async function printed(t: TestContext, print: () => Promise<void>): Promise<string> {
  const lines: string[] = []
  const log = t.mock.method(console, 'log', (line: string) => void lines.push(line))
  await print()
  log.mock.restore()
  return `${lines.join('\n')}\n`
}

test('sites are printed in every format: a table with a limit, CSV and JSON with every site', async (t) => {
  const survey = (await surveyById(db, fixture.surveyId)) ?? assert.fail()
  const show = (format: 'table' | 'csv' | 'json') =>
    printed(t, () => showSites(db, survey, { format, limit: 3 }))
  assert.match(await show('table'), new RegExp(`… and ${SITES - 3} more`))
  assert.equal(csvObjects(await show('csv')).length, SITES)
  assert.equal(JSON.parse(await show('json')).length, SITES)
})

test('the operations of one site are found by any way to write its name', async (t) => {
  const survey = (await surveyById(db, fixture.surveyId)) ?? assert.fail()
  const show = (domain: string) => printed(t, () => showSite(db, survey, domain, 'json'))
  assert.deepEqual(JSON.parse(await show('SITE1.test')), JSON.parse(await show('site1.test')))
  await assert.rejects(showSite(db, survey, 'nowhere.test', 'json'), /has no site 'nowhere\.test'/)
})

test('a survey differs from itself in nothing, in every format', async (t) => {
  const survey = (await surveyById(db, fixture.surveyId)) ?? assert.fail()
  const diff = JSON.parse(await printed(t, () => showDiff(db, survey, survey, 'json')))
  assert.equal(diff.both, SITES)
  const rows = csvObjects(await printed(t, () => showDiff(db, survey, survey, 'csv')))
  for (const { row, gained, lost } of rows) assert.deepEqual([gained, lost], ['0', '0'], row ?? '')
})

test('a campaign has the same results as a table, CSV and JSON', async (t) => {
  const campaign = (await campaignById(db, fixture.campaignId)) ?? assert.fail()
  const show = (format: 'table' | 'csv' | 'json') => printed(t, () => showCampaign(db, campaign, format))
  const { results } = JSON.parse(await show('json')) as {
    results: { site: string; arm: string; pltMs: number }[]
  }
  const rows = csvObjects(await show('csv'))
  assert.deepEqual(
    rows.map(({ site, arm, plt_ms }) => [site, arm, plt_ms]),
    results.map(({ site, arm, pltMs }) => [
      site,
      arm,
      pltMs === null ? '' : String(Number(pltMs.toFixed(3))),
    ]),
  )
  const table = await show('table')
  for (const { site, arm } of results) assert.match(table, new RegExp(`\\n${site} +${arm} `))
})

test('a command that reads makes no database where there is none, and says so', async (t) => {
  await using folder = await temporaryFolder()
  for (const command of [
    'survey list',
    'campaign list',
    'samples export',
    'sites show',
    'recompute',
    'lab results',
    'contributions stats',
    'contributions export --list ABCD',
  ]) {
    const database = `${folder.path}/${command}.sqlite`
    const { code, stderr } = await towlineHere(t, [...command.split(' '), '--database', database])
    assert.equal(code, EXIT.noInput, command)
    assert.match(stderr, /^towline: there is no database /, command)
    assert.equal(existsSync(database), false, command)
  }
})

test('exported samples have a column for every metric, and a line for every load', async (t) => {
  const written: string[] = []
  const { write } = process.stdout
  t.mock.method(process.stdout, 'write', (chunk: string | Uint8Array, ...rest: never[]) => {
    // The test runner reports on the same stream, in bytes.
    if (typeof chunk !== 'string') return write.call(process.stdout, chunk, ...rest)
    written.push(chunk)
    const done = rest.findLast((argument) => typeof argument === 'function') as (() => void) | undefined
    done?.()
    return true
  })
  await samplesExportCommand().parseAsync(['--campaign', '1', '--database', on.url], { from: 'user' })
  t.mock.restoreAll()
  const [heading = [], ...lines] = parseCsv(written.join(''))
  assert.ok(heading.includes('plt_ms') && heading.includes('tow_setup_ms'))
  assert.equal(lines.length, fixture.samples.length)
})
