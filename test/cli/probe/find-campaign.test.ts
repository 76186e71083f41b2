import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { findCampaign } from '../../../cli/probe/find-campaign.ts'
import { createCampaign } from '../../../db/campaign/campaigns.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { newCampaign } from '../../db/campaign/probing.ts'
import { writeLabRun } from '../lab/lab-run-database.ts'
import { temporaryFolder } from '../towline.ts'

test('the latest campaign is the newest of sites, though a lab run came after it; one of a cell is had by its number', async () => {
  await using folder = await temporaryFolder()
  await using db = await openDatabase({ url: join(folder.path, 'towline.db') })
  await writeLabRun(db, [{ factors: { page: 'a' }, pltMs: { h1: [1, 2] } }])
  const cell = await findCampaign(db, 'latest')
  const sites = await createCampaign(db, newCampaign())
  await writeLabRun(db, [{ factors: { page: 'a' }, pltMs: { h1: [1, 2] } }])
  assert.equal((await findCampaign(db, 'latest')).id, sites.id)
  assert.equal((await findCampaign(db, String(cell.id))).id, cell.id)
})
