import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { distributionsTable, rowsOfArm } from '../../../cli/probe/site-distributions.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { COMPOSITION_METRICS } from '../../../model/composition-metrics.ts'
import type { CompositionCdf } from '../../../server/contract/contract.ts'
import { writeComposedCampaign } from '../../server/campaign/composed-campaign.ts'
import { testFolder } from '../../test-folder.ts'
import { towlineHere } from '../towline.ts'
import { csvObjects } from './csv.ts'

const folder = testFolder()
const database = join(folder, 'towline.sqlite')
before(async () => {
  await using db = await openDatabase({ url: database })
  await writeComposedCampaign(db, {
    sites: [1, 2, 3, 4, 5, 6, 7].map((rank) => ({
      ...{ domain: `site${rank}.test`, rank },
      measured: {
        h1: { requests: 10 * rank, har_bytes: 1_000 * rank, share_top1: rank / 10 },
        h2: rank === 7 ? null : { requests: rank },
      },
    })),
  })
})

const shown = (...flags: string[]) => ['sites', 'distribution', ...flags, '--database', database]

test('each property has a line: n, sites without it, quantiles, and the median with its interval', async (t) => {
  const { code, stdout } = await towlineHere(t, shown())
  assert.equal(code, 0)
  assert.match(stdout, /^campaign 1: 7 sites, HTTP\/1\.1\n/)
  // Of two samples a site, the second with one more of whatever is counted.
  assert.match(stdout, /^Requests +7 +0 +25\.5 +40\.5 +10\.5–70\.5 +55\.5 +70\.5$/m)
  assert.match(stdout, /^Share of the top host % +7 +0 +25 +40 +10–70 +55 +70$/m)
  assert.match(stdout, /^Connections +0 +7 +–( +–)+$/m)
})

test('the table is of the arm that is asked for', async (t) => {
  const { stdout } = await towlineHere(t, shown('--arm', 'h2'))
  assert.match(stdout, /^campaign 1: 7 sites, HTTP\/2\n/)
  assert.match(stdout, /^Requests +6 +1 +2\.8 /m)
})

test('CSV has each metric under each arm, empty where there is no value', async (t) => {
  const { stdout } = await towlineHere(t, shown('--format', 'csv'))
  const rows = csvObjects(stdout)
  assert.equal(rows.length, COMPOSITION_METRICS.length * 2)
  const requests = rows.find(({ metric, arm }) => metric === 'requests' && arm === 'h2')
  assert.deepEqual(
    [requests?.n, requests?.without, requests?.median, requests?.median_low, requests?.max],
    ['6', '1', '4', '1.5', '6.5'],
  )
  assert.equal(rows.find(({ metric }) => metric === 'connections')?.median, '')
})

test('JSON is what the API answers', async (t) => {
  const { stdout } = await towlineHere(t, shown('--format', 'json'))
  const answers = JSON.parse(stdout) as CompositionCdf[]
  assert.deepEqual(
    answers.map(({ metric }) => metric),
    [...COMPOSITION_METRICS],
  )
  assert.equal(answers[0]?.arms[0]?.steps.length, 7)
})

test('no line of the table is wider than 80 characters there', async (t) => {
  const { stdout } = await towlineHere(t, shown('--format', 'json'))
  const table = distributionsTable(rowsOfArm(JSON.parse(stdout) as CompositionCdf[], 'h1'), 80)
  assert.ok(table.split('\n').every((line) => line.length <= 80))
  assert.match(table, /^Share of the top 2 hosts % /m)
})
