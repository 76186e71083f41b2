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

/** Migrates a database and kills the process in the migration. */
async function killIn(name: string, file: string): Promise<void> {
  const child = spawn(process.execPath, [RUN, file, name], { stdio: 'inherit' })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  assert.equal(signal, 'SIGKILL', `${name}: ${code}`)
}

test('a database is whole after any migration was killed', async () => {
  await using folder = await temporaryFolder()
  const migrations = (await readdir(join(import.meta.dirname, '../../db/migrations')))
    .filter((name) => /^\d{3}-.*\.ts$/.test(name))
    .map((name) => basename(name, '.ts'))
    .sort()
  const old = join(folder.path, 'old.sqlite')
  await firstRelease(old, SITES)
  for (const [index, name] of migrations.entries()) {
    const file = join(folder.path, `${name}.sqlite`)
    // The first release has made the first one.
    if (index > 0) await copyFile(old, file)
    await killIn(name, file)
    await using db = await openDatabase({ url: file })
    const [{ sites } = {}] = await db.query('SELECT count(*) AS sites FROM survey_sites')
    assert.deepEqual([name, sites], [name, index > 0 ? SITES : 0])
    const made = await db.query('SELECT name FROM towline_migrations ORDER BY name')
    assert.deepEqual(
      made.map((row) => row.name),
      migrations,
    )
    assert.deepEqual(await db.query('PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
    assert.deepEqual(await db.query('PRAGMA foreign_key_check'), [])
  }
})
