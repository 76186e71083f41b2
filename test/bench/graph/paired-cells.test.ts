import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { pairedCells } from '../../../bench/graph/paired-cells.ts'
import type { Database } from '../../../db/connection/database.ts'
import { conditionText } from '../../../lab/link/condition/condition-text.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { type WrittenCell, writeLabRun } from '../../cli/lab/lab-run-database.ts'
import { type TestDatabase, temporarySqlite } from '../../db/databases.ts'

const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'scripts', 'graph-accuracy.ts')
const OWN_LINK = 'rtt=30ms,down=8,up=8'

const opened = new AsyncDisposableStack()
let database: TestDatabase
let db: Database

before(async () => {
  database = opened.use(await temporarySqlite())
  db = opened.use(await database.open())
})
after(async () => await opened.disposeAsync())

const times = { h1: [200, 210], h2: [100, 110] }

/** @param pltMs null: it was not loaded */
function cell(page: string, link: string, pltMs: WrittenCell['pltMs'] | null = times): WrittenCell {
  const [, profile] = /^profile=(.*)$/.exec(link) ?? []
  return {
    factors: profile === undefined ? { page } : { page, profile },
    configuredLink: parseLink(link),
    ...(pltMs == null ? {} : { pltMs }),
  }
}

test('cells of one page and link are paired; those that are not are named', async () => {
  const browserRun = await writeLabRun(db, [
    cell('modern', 'profile=fibre'),
    cell('modern', 'profile=webpagetest-3g'),
    cell('blocking', OWN_LINK),
    cell('depth-5', 'profile=fibre'),
    cell('imgur', 'profile=fibre', null),
    cell('empty', 'profile=fibre', { h1: [200], h2: [null] }),
  ])
  const graphRun = await writeLabRun(db, [
    cell('graph:empty.json', 'profile=fibre'),
    cell('graph:blocking.json', OWN_LINK),
    cell('graph:modern.json', 'profile=fibre', { h1: [190], h2: [90] }),
    cell('graph:depth-5.json', 'profile=fibre', null),
    cell('graph:imgur.json', 'profile=fibre'),
  ])
  const { cells, unpaired } = await pairedCells(db, { browserRuns: [browserRun], graphRun })
  assert.deepEqual(
    cells.map(({ page, link, rttMs, browser, graph }) => [
      page,
      link,
      rttMs,
      browser.get('h1')?.map(({ value }) => value),
      graph.get('h1')?.map(({ value }) => value),
    ]),
    [
      ['modern', 'fibre', 10, [200, 210], [190]],
      ['blocking', conditionText(parseLink(OWN_LINK)), 30, [200, 210], [200, 210]],
    ],
  )
  assert.deepEqual(unpaired, [
    'modern over webpagetest-3g',
    'depth-5 over fibre',
    'imgur over fibre',
    'empty over fibre',
  ])
})

test('recordings, which are a run of their own, are paired beside pages of the catalogue', async () => {
  const made = await writeLabRun(db, [cell('modern', 'profile=fibre')])
  const recorded = await writeLabRun(db, [cell('recording:shop', OWN_LINK), cell('recording:news', OWN_LINK)])
  const graphRun = await writeLabRun(db, [
    cell('graph:modern', 'profile=fibre'),
    cell('graph:recording:shop', OWN_LINK, { h1: [190], h2: [90] }),
  ])
  const { cells, unpaired } = await pairedCells(db, { browserRuns: [made, recorded], graphRun })
  assert.deepEqual(
    cells.map(({ page, browser, graph }) => [page, browser.get('h2')?.length, graph.get('h2')?.length]),
    [
      ['modern', 2, 2],
      ['recording:shop', 2, 1],
    ],
  )
  assert.deepEqual(unpaired, [`recording:news over ${conditionText(parseLink(OWN_LINK))}`])
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...[SCRIPT, 'compare', '--database', database.url, '--browser', `${made}`, `${recorded}`],
    ...['--graphs', `${graphRun}`],
  ]).catch((error: { stdout: string; stderr: string }) => error)
  assert.match(stdout, /^recording:shop +\S.* h1 +205\.0 +2 +190\.0 +1 +-7\.3 % +unknown$/m)
  assert.match(stderr, /^2 of 3 cells have a counterpart\n/)
})

test('a comparison says how many cells have a counterpart, and fails where some have none', async () => {
  const pages = ['modern', 'blocking']
  const browserRun = await writeLabRun(
    db,
    pages.map((page) => cell(page, 'profile=fibre')),
  )
  const graphRun = (some: readonly string[]): Promise<number> =>
    writeLabRun(
      db,
      some.map((page) => cell(`graph:${page}.json`, 'profile=fibre')),
    )
  const [whole, part] = [await graphRun(pages), await graphRun(['modern'])]
  const compared = (graphs: number, ...more: readonly string[]) =>
    promisify(execFile)(process.execPath, [
      ...[SCRIPT, 'compare', '--database', database.url],
      ...['--browser', `${browserRun}`, '--graphs', `${graphs}`, ...more],
    ])
  const { stdout, stderr } = await compared(whole)
  assert.match(stdout, /^valid samples a minute: browser \d+\.\d, graphs \d+\.\d, ratio \d+\.\d /m)
  assert.match(
    stdout,
    /^page +link +RTT ms +arm .*\nmodern +fibre +10 +h1 +205\.0 +2 +205\.0 +2 +0\.0 % +unknown\n/,
  )
  assert.equal(stderr, '2 of 2 cells have a counterpart\n')
  await assert.rejects(
    compared(part, '--json'),
    (error: { code: number; stdout: string; stderr: string }) => {
      assert.deepEqual(
        [error.code, error.stderr],
        [1, '1 of 2 cells have a counterpart\nwithout: blocking over fibre\n'],
      )
      assert.deepEqual(JSON.parse(error.stdout).unpaired, ['blocking over fibre'])
      return true
    },
  )
  await assert.rejects(compared(999_999), { code: 1 })
})
