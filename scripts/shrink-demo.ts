#!/usr/bin/env node
// `shrink-demo.ts FROM TO`: the database of a crawl in one small file, without what only `recompute` reads.
import { rm } from 'node:fs/promises'
import { openDatabase } from '../db/connection/open.ts'

const [from = '', to = ''] = process.argv.slice(2)
{
  await using db = await openDatabase({ url: from })
  await db.write((query) => query("DELETE FROM artifacts WHERE kind <> 'har'"))
  await rm(to, { force: true })
  await db.query('VACUUM INTO ?', [to])
}
