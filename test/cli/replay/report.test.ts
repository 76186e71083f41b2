import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, type TestContext, test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { writeReplayRun } from '../../server/replay/replay-run.ts'
import { type Served, served } from '../../server/served.ts'
import { testFolder } from '../../test-folder.ts'
import { writeLabRun } from '../lab/lab-run-database.ts'
import { csvObjects } from '../probe/csv.ts'
import { linesOf, towlineHere } from '../towline.ts'

const folder = testFolder()
const database = join(folder, 'replays.db')
before(async () => {
  await using db = await openDatabase({ url: database })
  await writeReplayRun(db)
  // Newer, and no replay.
  const pltMs = { h1: [300, 310, 305, 300, 302, 308], h2: [200, 210, 205, 200, 202, 208] }
  await writeLabRun(db, [{ factors: { page: 'cablelabs-a' }, pltMs }])
})

async function report(t: TestContext, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await towlineHere(t, ['replay', 'report', ...args, '--database', database])
  assert.equal(code, 0, stderr)
  return stdout
}

test('the newest run with recorded pages is reported, the largest gain first, with its finding', async (t) => {
  const text = await report(t)
  assert.match(text, /^\nLab run 1, written: finished, seed 12, baseline h1, page load times\n/)
  assert.match(text, /HTTP\/3 in place of HTTP\/1\.1: mean gain 1\.\d\d over 3 pages/)
  const gains = linesOf(text).slice(
    linesOf(text).findIndex((line) => /^page +n +plt ms +gain/.test(line)) + 1,
  )
  assert.match(
    gains[0] ?? '',
    /^www\.example\.com\/ +11 +1000 +1\.20 .*faster +within 10 % +97\.5 % +98\.5 % +1$/,
  )
  assert.match(gains[1] ?? '', /^cablelabs-a +6 +675 +1\.00 .*no difference shown +– +– +–/)
  assert.match(gains[2] ?? '', /^shop\.example\.org\/list +12 +1000 +0\.90 .*slower +not judged/)
  assert.match(
    text,
    /best: 1\.20 \(95 % interval [\d.]+–[\d.]+, 11 rounds\), www\.example\.com\/, replay within 10 %/,
  )
  assert.match(text, /www\.example\.com\/ +recorded +1010 +4 +1050 +12 +1\.040 +within 5 %/)
  assert.match(text, /it was recorded without a page load time/)
  assert.match(
    text,
    /Exchanges live and replayed\n\n.*\nHTTP\/1\.1 +https:.*late\.js +10 +120 ms +190 ms +12\.0 ms +10\.0 ms +70\.0 ms/,
  )
  assert.match(text, /1 condition without a load/)
  assert.match(text, /66 answers were recorded with many requests under way: 64 are/)
  assert.match(
    text.replaceAll(/\s+/g, ' '),
    /which replays take unless a plan sets initcwnd: QUIC 32 packets, where unseen 10 packets; TCP unseen, so the machine’s\./,
  )
})

test('a terminal of 80 columns holds every line', async (t) => {
  const { stdout } = await (async () => {
    const env = process.env.COLUMNS
    process.env.COLUMNS = '80'
    try {
      return await towlineHere(t, ['replay', 'report', '--database', database])
    } finally {
      if (env === undefined) delete process.env.COLUMNS
      else process.env.COLUMNS = env
    }
  })()
  assert.deepEqual(
    linesOf(stdout).filter((line) => line.length > 80),
    [],
  )
  assert.match(stdout, /verdict +fidelity +answered/)
})

test('a run of other pages has its gains alone', async (t) => {
  const text = await report(t, '2')
  assert.match(text, /HTTP\/2 in place of HTTP\/1\.1: gain 1\.\d+ \(95 % interval/)
  assert.doesNotMatch(text, /answered|Recordings/)
})

test('JSON and CSV are what the API answers', async (t) => {
  await using server: Served = await served()
  const id = await writeReplayRun(server.writer)
  const { labRunId: _, ...expected } = await server.answer('labReplay', `/lab/runs/${id}/replay`)
  const { labRunId: __, run, exchanges, ...found } = JSON.parse(await report(t, '--format', 'json'))
  const places = (rows: readonly { campaignId: number }[]) => rows.map(({ campaignId: _, ...row }) => row)
  assert.deepEqual({ ...found, rows: places(found.rows) }, { ...expected, rows: places(expected.rows) })
  assert.equal(run.name, 'written')
  assert.equal(exchanges[0].differenceMs, 70)
  const lines = csvObjects(await report(t, '--format', 'csv', '--baseline', 'h3'))
  assert.equal(lines.length, found.rows.length)
  assert.deepEqual([...new Set(lines.map(({ baseline }) => baseline))], ['h3'])
})

test('the HTML is one page with a bar for each gain, and asks for nothing', async (t) => {
  const page = await report(t, '--format', 'html')
  assert.match(page, /^<!doctype html>/)
  assert.equal(page.match(/<svg /g)?.length, 5)
  assert.match(page, /<rect class="faster" x="[\d.]+" y="4" width="[\d.]+"/)
  assert.match(page, /97\.5 %/)
  assert.match(page, /Exchanges live and replayed<\/h2>[\s\S]*late\.js<\/td><td>10<\/td><td>120 ms/)
  assert.doesNotMatch(page, /<script|\bsrc=|\bhref=|url\(/)
})

test('a database without a replay says how one is made', async (t) => {
  const empty = join(folder, 'empty.db')
  await (await openDatabase({ url: empty }))[Symbol.asyncDispose]()
  const { code, stderr } = await towlineHere(t, ['replay', 'report', '--database', empty])
  assert.equal(code, 66)
  assert.match(stderr, /holds no lab run with recorded pages yet: make one with `.* replay FOLDER`/)
})
