import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { csvObjects } from '../probe/csv.ts'
import { temporaryFolder, towlineHere } from '../towline.ts'
import { type WrittenCell, writeLabRun } from './lab-run-database.ts'

/** Six rounds about a median, each a little off. */
const about = (ms: number): number[] => [0.98, 0.99, 1, 1, 1.01, 1.02].map((share) => ms * share)

const cell = (server: string, page: string, h1: number, h3: readonly number[]): WrittenCell => ({
  factors: { server, page },
  pltMs: { h1: about(h1), h3 },
})

const CELLS = [
  cell('towline', 'a', 1000, about(500)),
  cell('towline-again', 'a', 1000, about(500).toReversed()),
  cell('caddy', 'a', 1000, about(800)),
  cell('towline', 'b', 1000, about(600)),
  cell('towline-again', 'b', 1000, about(600).toReversed()),
  cell('caddy', 'b', 1000, about(400)),
]

test('each server is compared with the first of the run, under the same condition and arm', async (t) => {
  await using folder = await temporaryFolder()
  const url = join(folder.path, 'servers.db')
  {
    await using db = await openDatabase({ url })
    await writeLabRun(db, CELLS)
  }
  const results = async (...args: string[]) => {
    const { code, stdout, stderr } = await towlineHere(t, [
      ...['lab', 'results', ...args],
      ...['--database', url],
    ])
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    return stdout
  }
  const rows = csvObjects(await results('--part', 'servers', '--format', 'csv'))
  assert.deepEqual(
    rows.map((row) =>
      [
        row.first_server,
        row.server,
        row.arm,
        row.factor_page,
        row.n,
        Number(row.gain).toFixed(3),
        row.verdict,
      ].join(' '),
    ),
    [
      'towline towline-again h1 a 6 1.000 no difference shown',
      'towline towline-again h3 a 6 1.000 no difference shown',
      'towline caddy h1 a 6 1.000 no difference shown',
      'towline caddy h3 a 6 0.625 slower',
      'towline towline-again h1 b 6 1.000 no difference shown',
      'towline towline-again h3 b 6 1.000 no difference shown',
      'towline caddy h1 b 6 1.000 no difference shown',
      'towline caddy h3 b 6 1.500 faster',
    ],
  )
  const text = (await results()).replaceAll(/ +/g, ' ')
  assert.match(text, /\nServers, each against the first of the run under the same condition and arm\n/)
  assert.match(text, /\ntowline-again against towline h3 2 1\.00 0 0 0 %\n/)
  assert.match(text, /\ncaddy against towline h3 2 0\.97 1 1 100 %\n/)
})

test('where the server does not vary no servers are compared, and the part says so', async (t) => {
  await using folder = await temporaryFolder()
  const url = join(folder.path, 'one.db')
  {
    await using db = await openDatabase({ url })
    await writeLabRun(db, CELLS.slice(0, 1))
  }
  const args = ['lab', 'results', '--part', 'servers', '--database', url]
  const { code, stdout } = await towlineHere(t, args)
  assert.deepEqual(
    [code, stdout.trim()],
    [0, 'lab run 1: no two servers were measured under the same condition'],
  )
})
