#!/usr/bin/env node
// `shrink-demo.ts FROM TO`: a database in one small file, without what only `recompute` reads, and of lab runs without the
// HAR files, whose pages are known.
import { rm } from 'node:fs/promises'
import { openDatabase } from '../db/connection/open.ts'

const [from = '', to = ''] = process.argv.slice(2)
{
  await using db = await openDatabase({ url: from })
  await db.write(async (query) => {
    await query("DELETE FROM artifacts WHERE kind <> 'har'")
    await query('DELETE FROM filmstrip_frames')
    await query('DELETE FROM filmstrips')
    await query(`DELETE FROM artifacts WHERE sample_id IN (
      SELECT id FROM samples WHERE campaign_id IN (SELECT campaign_id FROM lab_cells WHERE campaign_id IS NOT NULL))`)
  })
  await rm(to, { force: true })
  await db.query('VACUUM INTO ?', [to])
}
