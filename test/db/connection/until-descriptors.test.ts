import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryFolder } from '../../cli/towline.ts'

/** Holds all descriptors that are left while a statement changes more pages than SQLite keeps in memory to undo it. */
const WITHOUT_DESCRIPTORS = `
import { closeSync, openSync } from 'node:fs'
import { openDatabase } from '${join(import.meta.dirname, '../../../db/connection/open.ts')}'
await using db = await openDatabase({ url: process.argv[1] })
await db.query('CREATE TABLE page (id INTEGER PRIMARY KEY, text TEXT UNIQUE)')
await db.query("WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 5000) INSERT INTO page SELECT id, hex(zeroblob(100)) || id FROM n")
const held = []
try { for (;;) held.push(openSync('/dev/null', 'r')) } catch (error) { console.log(error.code) }
setTimeout(() => held.forEach((each) => closeSync(each)), 300)
await db.write((query) => query("UPDATE page SET text = text || 'x'"))
const [row] = await db.query("SELECT count(*) AS changed FROM page WHERE text LIKE '%x'")
console.log(row.changed)
`

test('a statement for which no file descriptor is left waits until there is one, and is made once', async () => {
  await using folder = await temporaryFolder()
  const { stdout } = await promisify(execFile)('sh', [
    ...['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, '--input-type=module'],
    ...['-e', WITHOUT_DESCRIPTORS, join(folder.path, 'few.sqlite')],
  ])
  assert.deepEqual(stdout.trim().split('\n'), ['EMFILE', '5000'])
})
