import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporarySqlite } from '../../db/databases.ts'
import { vantageCampaign } from '../../server/vantage-campaign.ts'
import { FIGURES } from './figures.ts'
import { releasedAndServed } from './released-and-served.ts'

test('the gains from several vantage points are those of the newest comparable campaigns', async () => {
  await using database = await temporarySqlite()
  const domain = 'seen.test'
  let expected: number[]
  {
    await using db = await database.open()
    const link = { condition: { rttMs: 100 }, measured: {} }
    await vantageCampaign(db, { domain, gain: 9, vantage: 'tokyo', link })
    // Older than the newest from there, then under other conditions: neither is compared.
    await vantageCampaign(db, { domain, gain: 8, vantage: 'dublin' })
    await vantageCampaign(db, { domain, gain: 7, vantage: 'lima', device: 'Pixel 2' })
    const lima = await vantageCampaign(db, { domain, gain: 1.21, vantage: 'lima' })
    const unnamed = await vantageCampaign(db, { domain, gain: 1.4, vantage: null })
    const dublin = await vantageCampaign(db, { domain, gain: 1.2, vantage: 'dublin' })
    expected = [unnamed, dublin, lima]
  }
  await using both = await releasedAndServed(database.url)
  const rows = await both.set.query(
    await readFile(join(both.set.folder, 'queries/vantage-gains.sql'), 'utf8'),
  )
  assert.deepEqual(
    rows.map(({ campaign_id }) => campaign_id),
    expected,
  )
  assert.deepEqual(
    rows.map(({ ratio }) => ratio === null),
    [true, false, false],
  )
  await FIGURES['vantage-gains']?.(rows, both.ask)
})
