import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { EXIT } from '../../../cli/exit/exit-codes.ts'
import { PLAIN_FIGURES } from '../../../figures/plain-figures.ts'
import { type TestDatabase, temporarySqlite } from '../../db/databases.ts'
import type { Fixture } from '../../server/fixture.ts'
import { openFixture } from '../../server/fixture-template.ts'
import { csvObjects } from '../probe/csv.ts'
import { towlineHere } from '../towline.ts'

let on: TestDatabase
let fixture: Fixture
before(async () => {
  on = await temporarySqlite()
  const { db, fixture: written } = await openFixture(on)
  fixture = written
  await db[Symbol.asyncDispose]()
})
after(() => on[Symbol.asyncDispose]())

test('figure without a name lists every figure', async (t) => {
  const { code, stdout } = await towlineHere(t, ['figure'])
  assert.equal(code, 0)
  for (const { slug } of PLAIN_FIGURES) assert.match(stdout, new RegExp(`^${slug} `, 'm'))
})

for (const { slug, of } of PLAIN_FIGURES)
  test(`figure ${slug} prints as many rows of the newest ${of} in CSV as in JSON, and says in text of which it is`, async (t) => {
    const show = (format: string) =>
      towlineHere(t, ['figure', slug, '--format', format, '--database', on.url])
    const json = await show('json')
    assert.equal(json.code, 0, json.stderr)
    const { rows } = JSON.parse(json.stdout) as { rows: unknown[] }
    assert.equal(csvObjects((await show('csv')).stdout).length, rows.length)
    assert.match((await show('table')).stdout, new RegExp(`^${of} 1\n`))
  })

test('a figure of requests is of the campaign that is named, cell for cell', async (t) => {
  const show = (format: string) =>
    towlineHere(t, [
      ...['figure', 'requests-by-cdn', String(fixture.campaignId), '--format', format],
      ...['--database', on.url],
    ])
  const { campaignId, rows } = JSON.parse((await show('json')).stdout) as {
    campaignId: number
    rows: { arm: string; cdn: string | null; sites: number; requests: number | null }[]
  }
  assert.equal(campaignId, fixture.campaignId)
  assert.ok(rows.length > 0)
  assert.deepEqual(
    csvObjects((await show('csv')).stdout),
    rows.map(({ arm, cdn, sites, requests }) => ({
      ...{ arm, cdn: cdn ?? '', sites: String(sites), requests: String(requests ?? '') },
    })),
  )
})

test('a figure of a run that is not there says so, and exits with 66', async (t) => {
  const lacking = await towlineHere(t, ['figure', 'own-line', '99', '--database', on.url])
  assert.deepEqual([lacking.code, lacking.stdout], [EXIT.noInput, ''])
  assert.match(lacking.stderr, /^towline: there is no survey 99\n/)
  await using empty = await temporarySqlite()
  await using db = await empty.open()
  const none = await towlineHere(t, ['figure', 'own-line', '--database', db.name])
  assert.deepEqual([none.code, none.stdout], [EXIT.noInput, ''])
  assert.match(none.stderr, /^towline: there is no survey yet that can answer\n/)
})
