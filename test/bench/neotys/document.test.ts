import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { besideNeotys } from '../../../bench/neotys/beside-neotys.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { loadRunById } from '../../../db/load/load-runs.ts'
import { readLoadRun } from '../../../server/load/read-load-run.ts'
import { recordedLoadRun } from '../../cli/load/recorded-load-run.ts'
import { temporaryFolder } from '../../cli/towline.ts'

const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'scripts', 'write-neotys.ts')

async function written(loadsDone: number): Promise<{ readonly text: string; readonly picture: string }> {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'run.sqlite')
  {
    await using db = await openDatabase({ url: database })
    await recordedLoadRun(db, loadsDone)
  }
  const flags = ['--database', database, '--folder', folder.path, '--machine', 'A machine of a test']
  await promisify(execFile)(process.execPath, [SCRIPT, '1', ...flags])
  const read = (name: string) => readFile(join(folder.path, name), 'utf8')
  return { text: await read('neotys.md'), picture: await read('neotys.svg') }
}

test('the document of a load run has Neotys’s figures beside its own, and what limited each', async () => {
  const { text, picture } = await written(6)
  assert.match(
    text,
    /\n\| {2}\| HTTP 2013 \| HTTPS 2013 \| SPDY 2013 \| HTTP\/1.1, n = 3 \| HTTP\/2, n = 3 \|\n/,
  )
  assert.match(text, /\n\| highest rate, pages\/s \| 16.3 \| 15.9 \| 98 \| \d\S* \(\S+–\S+\) \| ≥ \d\S* \|\n/)
  assert.match(text, /\n\| page time at 777 users, s \| 70.2 \| 72 \| 2.7 \| – \| – \|\n/)
  assert.match(
    text,
    /\n\| towline, HTTP\/1.1 \| connections that it did not take or closed \(3 of 3\) \| 80 \| 50 % \| 30 % \| – \| \d+ \| \d+ MB \|\n/,
  )
  assert.match(
    text,
    /\n\| towline, HTTP\/2 \| the client may have been \(lower bound\) \(3 of 3\); nothing: the limit/,
  )
  assert.doesNotMatch(text, /No load passed the limit/)
  assert.match(text, /\n## Figures\n\n```\nload run 1, mine: a test\n/)
  assert.match(text, /\nA machine of a test; /)
  for (const line of text.split('\n').filter((each) => !each.startsWith('|')))
    assert.ok(line.length <= 140, line)
  assert.match(picture, /<rect class="ours open" /)
  assert.equal(picture.match(/<rect class="theirs" /g)?.length, 9)
})

test('the document says which servers were not loaded, and which loads are missing', async () => {
  const { text } = await written(4)
  assert.match(text, /4\sof\s6\sloads,\s3\srepetitions;\s\*\*the\srun\sis\snot\sfinished\*\*/)
  assert.match(
    text,
    /\n\| towline-origin \| \*\*2 of 3 loads\*\* \| \*\*2 of 3 loads\*\* \| \*\*not run\*\* \|\n/,
  )
  assert.match(text, /\n\| nginx 1.22 \| \*\*not run\*\* \| \*\*not run\*\* \| does not speak it \|\n/)
  assert.match(text, /Not\sloaded, and\snothing\sis\ssaid\sof\sthem:\scaddy,\snginx,\sapache/)
  assert.match(text, /HTTP\/1.1, n = 2 \| HTTP\/2, n = 2/)
})

test('memory stands beside that of Neotys’s first and second minute by users', async () => {
  await using folder = await temporaryFolder()
  await using db = await openDatabase({ url: join(folder.path, 'run.sqlite') })
  const run = await loadRunById(db, await recordedLoadRun(db))
  assert.ok(run !== null)
  const { report, loads } = await readLoadRun(db, run)
  const [first] = report.arms
  assert.ok(first !== undefined)
  // Twice as many users with the same memory: 30 kB a user.
  const doubled = loads.map((load) => ({
    ...load,
    intervals: load.intervals.map((interval) => ({
      ...interval,
      ...{ usersFrom: 2 * interval.usersFrom, usersTo: 2 * interval.usersTo },
    })),
  }))
  const ofArm = doubled.filter(({ row }) => row.arm === first.arm)
  assert.ok(
    besideNeotys([{ report: first, loads: ofArm, slaMs: 3_000 }]).includes(
      '| memory added from minute 1 to 2, MB | 59 | 79 | 24 | 1.5 (n = 3) |',
    ),
  )
})
