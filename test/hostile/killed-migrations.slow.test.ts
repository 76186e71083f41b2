import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../db/connection/open.ts'
import { temporaryFolder } from '../cli/towline.ts'
import { firstRelease } from '../db/field/first-release.ts'

const RUN = join(import.meta.dirname, 'killed-migration.ts')
const SITES = 50

/** Migrates a database and kills the process in the migration; false where the database has it already. */
async function killedIn(name: string, file: string): Promise<boolean> {
  const child = spawn(process.execPath, [RUN, file, name], { stdio: 'inherit' })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  assert.ok(code === 0 || signal === 'SIGKILL', `${name}: ${code} ${signal}`)
  return signal === 'SIGKILL'
}

test('a database is whole after any migration was killed', async () => {
  await using folder = await temporaryFolder()
  const migrations = (await readdir(join(import.meta.dirname, '../../db/migrations')))
    .filter((name) => /^\d{3}-.*\.ts$/.test(name))
    .map((name) => basename(name, '.ts'))
    .sort()
  const old = join(folder.path, 'old.sqlite')
  await firstRelease(old, SITES)
  const killed = { empty: 0, old: 0 }
  for (const name of migrations)
    for (const from of ['empty', 'old'] as const) {
      const file = join(folder.path, `${name}-${from}.sqlite`)
      if (from === 'old') await copyFile(old, file)
      if (await killedIn(name, file)) killed[from] += 1
      await using db = await openDatabase({ url: file })
      const [{ sites } = {}] = await db.query('SELECT count(*) AS sites FROM survey_sites')
      assert.deepEqual([name, sites], [name, from === 'old' ? SITES : 0])
      const made = await db.query('SELECT name FROM towline_migrations ORDER BY name')
      assert.deepEqual(
        made.map((row) => row.name),
        migrations,
      )
      assert.deepEqual(await db.query('PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
      assert.deepEqual(await db.query('PRAGMA foreign_key_check'), [])
    }
  assert.equal(killed.empty, migrations.length)
  assert.ok(killed.old > migrations.length / 2, String(killed.old))
})
