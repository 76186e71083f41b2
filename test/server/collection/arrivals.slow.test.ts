import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { newestRelease, readCells } from '../../../db/field/field-cells.ts'
import { listStudies } from '../../../db/field/field-studies.ts'
import { makeRelease } from '../../../server/field/field-release.ts'
import { binOf } from '../../../stats/field/bins.ts'
import { addDays } from '../../../stats/field/days.ts'
import { type Collector, collector } from './collector.ts'
import { LIST, record } from './records.ts'

const WEEK = '2026-11-23'
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18'] as const
const PEOPLE = 20
const FAKE_MS = 3_000
const VICTIM_MS = 812

/** 19 made-up pseudonyms and one person, each with loads of three days; `sentOn` is the server's day of each. */
async function contributed(
  sentOn: (index: number) => string,
): Promise<Collector & { setDay(day: string): void }> {
  let day: string = DAYS[0]
  const server = await collector({ now: () => `${day}T12:00:00.000Z` })
  const cids = Array.from({ length: PEOPLE }, () => randomBytes(32).toString('base64url'))
  for (const [index, loadDay] of DAYS.entries()) {
    day = sentOn(index)
    for (const [who, cid] of cids.entries()) {
      const load = who === 0 ? VICTIM_MS : FAKE_MS
      const { t } = record()
      const { status } = await server.post(
        record({ day: loadDay, cid, key: randomUUID(), t: { ...t, load } }),
      )
      assert.equal(status, 201)
    }
  }
  return Object.assign(server, {
    setDay(to: string) {
      day = to
    },
  })
}

async function released({ db }: Collector) {
  const [study] = await listStudies(db)
  assert.ok(study)
  const report = await makeRelease({ db, writer: db, study, week: WEEK, now: () => `${WEEK}T00:00:00.000Z` })
  const { id = 0 } = (await newestRelease(db, LIST)) ?? {}
  return { report, cells: await readCells(db, id, { metric: 'load' }) }
}

test('pseudonyms whose loads of three days came in one moment are in quarantine', async () => {
  await using server = await contributed(() => DAYS[2])
  const { cells } = await released(server)
  assert.deepEqual(cells, [])
  const [arrivals] = await server.db.query('SELECT count(*) AS n, max(days) AS days FROM field_arrivals')
  assert.deepEqual(arrivals, { n: PEOPLE, days: 1 })
})

test('one person among fakes of three days is in no bin of its own that is his', async () => {
  await using server = await contributed((index) => DAYS[index] ?? DAYS[2])
  const { cells } = await released(server)
  assert.equal(cells[0]?.contributors, PEOPLE)
  // The fakes too are moved: unmoved they would be one bin, and the person the other.
  assert.ok((cells[0]?.bins.length ?? 0) > 3, JSON.stringify(cells[0]?.bins))
  const [rows] = await server.db.query('SELECT count(*) AS n FROM contributions WHERE load_ms = ?', [
    VICTIM_MS,
  ])
  assert.equal(rows?.n, 3)
  assert.notDeepEqual(cells[0]?.bins, [
    [binOf(VICTIM_MS), 1],
    [binOf(FAKE_MS), PEOPLE - 1],
  ])
})

test('a day of arrival is forgotten with its pseudonym, and when enough are counted', async () => {
  await using server = await collector()
  const sent = record()
  await server.post(sent)
  const arrivals = () => server.db.query('SELECT days, last_day FROM field_arrivals')
  assert.deepEqual(await arrivals(), [{ days: 1, last_day: sent.day }])
  await server.post({ ...record(), cid: sent.cid, proto: 'h3' })
  assert.deepEqual(await arrivals(), [{ days: 1, last_day: sent.day }], 'a day counts once')
  await server.remove([sent.cid])
  assert.deepEqual(await arrivals(), [])
})

test('after seven days of arrival the last one is forgotten', async () => {
  let day = '2026-11-16'
  await using server = await collector({ now: () => `${day}T12:00:00.000Z` })
  const { cid } = record()
  for (let index = 0; index < 8; index += 1) {
    day = addDays('2026-11-16', index)
    await server.post(record({ cid, day }))
  }
  assert.deepEqual(await server.db.query('SELECT days, last_day FROM field_arrivals'), [
    { days: 7, last_day: null },
  ])
})
