import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Followed, followed } from '../../server/followed.ts'
import { asking } from './asking.ts'
import { FIGURES } from './figures.ts'
import { type Released, released } from './released.ts'

let server: Followed
let set: Released

before(async () => {
  server = await followed()
  set = await released(server.database)
})
after(async () => {
  await set[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

for (const name of ['adoption-trend', 'adoption-common', 'adoption-changes', 'vantage-adoption'])
  test(`over several surveys and vantage points queries/${name}.sql gives what the dashboard shows`, async () => {
    const rows = await set.query(await readFile(join(set.folder, 'queries', `${name}.sql`), 'utf8'))
    assert.equal(new Set(rows.map(({ vantage }) => vantage)).size, 2)
    await FIGURES[name]?.(rows, asking(server.address))
  })

test('queries/site-changes.sql gives the changes that the dashboard lists', async () => {
  const rows = await set.query(await readFile(join(set.folder, 'queries/site-changes.sql'), 'utf8'))
  assert.deepEqual(
    rows.map(({ domain, change, since_survey_id, survey_id, flapping }) => [
      ...[domain, change, since_survey_id, survey_id, flapping],
    ]),
    [
      ['flaps.test', 'lost', 3, 5, true],
      ['gap.test', 'lost', 1, 5, false],
      ['flaps.test', 'gained', 1, 3, true],
      ['gains.test', 'gained', 1, 3, false],
      ['gone.test', 'lost', 1, 3, false],
    ],
  )
  await FIGURES['site-changes']?.(rows, asking(server.address))
})

test('vantage points of what is published have what was measured of them, and others are left out', async () => {
  const vantages = await set.query(
    "SELECT vantage, place, network, ipv4, ipv6, clock_offset_ms, clock_error_ms FROM 'parquet/vantages.parquet'",
  )
  const facts = { place: null, network: 'AS64500', ipv4: true, ipv6: null }
  const measured = { ...facts, clock_offset_ms: -0.5, clock_error_ms: 1.5 }
  assert.deepEqual(vantages, [
    { vantage: 'Lancaster', ...measured },
    { vantage: 'Tokyo', ...measured },
  ])
  const rtts = await set.query(
    `SELECT DISTINCT vantage, name, vantage_rtts.address, vantage_rtts.rtt_ms FROM 'parquet/vantage_rtts.parquet' AS vantage_rtts
     JOIN 'parquet/survey_sites.parquet' USING (vantage) ORDER BY vantage`,
  )
  assert.deepEqual(rtts, [
    { vantage: 'Lancaster', name: 'reference.test', address: '192.0.2.1', rtt_ms: 10 },
    { vantage: 'Tokyo', name: 'reference.test', address: '192.0.2.1', rtt_ms: 250 },
  ])
})
