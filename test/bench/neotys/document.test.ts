import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openDatabase } from '../../../db/connection/open.ts'
import { recordedLoadRun } from '../../cli/load/recorded-load-run.ts'
import { temporaryFolder } from '../../cli/towline.ts'

const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'scripts', 'write-neotys.ts')

test('the document of a load run has Neotys’s figures beside its own, and what limited each', async () => {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'run.sqlite')
  {
    await using db = await openDatabase({ url: database })
    await recordedLoadRun(db)
  }
  const flags = ['--database', database, '--folder', folder.path, '--machine', 'A machine of a test']
  await promisify(execFile)(process.execPath, [SCRIPT, '1', ...flags])
  const text = await readFile(join(folder.path, 'neotys.md'), 'utf8')
  assert.match(text, /\n\| Neotys, SPDY \| 98 \| 794 \| 884 \|\n/)
  assert.match(text, /\n\| towline, h1 \| \d/)
  assert.match(text, /\n\| towline, h2 \| ≥ \d/)
  assert.match(
    text,
    /\n\| towline, h1 \| connections that it did not take \(3 of 3\) \| 80 \| 50 % \| 30 % \| – \| \d+ \|\n/,
  )
  assert.match(
    text,
    /\n\| towline, h2 \| the client may have been \(lower bound\) \(3 of 3\); nothing: the limit/,
  )
  assert.match(text, /\n## Figures\n\n```\nload run 1, mine: a test\n/)
  assert.match(text, /\nA machine of a test; /)
  for (const line of text.split('\n').filter((each) => !each.startsWith('|')))
    assert.ok(line.length <= 140, line)
})
