import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../../db/connection/open.ts'
import { rng } from '../../../stats/rng.ts'
import { firstRelease } from '../field/first-release.ts'

const RUN = new URL('./open-run.ts', import.meta.url).pathname
const SITES = 20_000
const KILLS = 8

/** Opens the database in a process of its own; kills it so long after it has started to, unless null. */
async function open(file: string, killAfterMs: number | null): Promise<{ tookMs: number; killed: boolean }> {
  const run = spawn(process.execPath, [RUN, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(run, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const lines = createInterface({ input: run.stdout })[Symbol.asyncIterator]()
  assert.equal((await lines.next()).value, 'opening')
  const startedMs = performance.now()
  if (killAfterMs !== null) {
    await sleep(killAfterMs)
    run.kill('SIGKILL')
  }
  const open = (await lines.next()).value === 'open'
  const tookMs = performance.now() - startedMs
  const [code] = await ended
  assert.ok(killAfterMs !== null || (open && code === 0))
  return { tookMs, killed: !open }
}

test(`a migration that is killed ${KILLS} times is done by the next opening, with every row`, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'towline-migrate-'))
  try {
    const [old, file] = [join(folder, 'old.sqlite'), join(folder, 'test.sqlite')]
    await firstRelease(old, SITES)
    await copyFile(old, file)
    const { tookMs } = await open(file, null)
    const random = rng(7)
    let inTime = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      await copyFile(old, file)
      // What a kill left beside the file before belongs to another copy of it.
      for (const name of await readdir(folder))
        if (/-(wal|shm|journal)$/.test(name)) await rm(join(folder, name))
      if ((await open(file, random() * tookMs)).killed) inTime += 1
      await using db = await openDatabase({ url: file })
      const [{ sites } = {}] = await db.query('SELECT count(*) AS sites FROM survey_sites')
      assert.equal(sites, SITES)
      assert.deepEqual(await db.query('PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
      assert.deepEqual(await db.query('PRAGMA foreign_key_check'), [])
      const names = await db.query('SELECT name FROM towline_migrations')
      assert.equal(new Set(names.map(({ name }) => name)).size, names.length, 'each migration once')
    }
    t.diagnostic(
      `${inTime} of ${KILLS} kills came before the migration was done, which took ${tookMs.toFixed(0)} ms`,
    )
    const left = (await readdir(folder)).filter((name) => name !== 'old.sqlite')
    assert.deepEqual(left, ['test.sqlite'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
