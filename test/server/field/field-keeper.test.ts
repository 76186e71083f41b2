import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import type { Database } from '../../../db/connection/database.ts'
import { contributionTallies } from '../../../db/field/contribution-rows.ts'
import { newestRelease, readCells } from '../../../db/field/field-cells.ts'
import { readLosses } from '../../../db/field/field-losses.ts'
import { closeStudy } from '../../../db/field/field-studies.ts'
import { forgetContributors } from '../../../db/field/forget-contributors.ts'
import { firstRetainedDay, isReleased, maintainField } from '../../../server/field/field-keeper.ts'
import { makeRelease } from '../../../server/field/field-release.ts'
import { remakeLosses } from '../../../server/field/field-remake.ts'
import { onEveryDatabase } from '../../db/databases.ts'
import {
  contribute,
  contributeCrowd,
  FIELD_WEEK,
  LIST,
  openSandbox,
  sha256,
} from '../../db/field/field-contributions.ts'

const NEXT = '2026-11-23'
const now = (): string => '2026-11-18T12:00:00.000Z'

async function published(db: Database): Promise<string[]> {
  const release = await newestRelease(db, LIST)
  const cells = release === null ? [] : await readCells(db, release.id, { metric: 'load' })
  return cells.map(
    ({ site, protocol, contributors, samples, madeIn }) =>
      `${site} ${protocol} ${contributors} ${samples} ${madeIn}`,
  )
}

onEveryDatabase(
  'a release publishes what passes the thresholds, and nothing of what does not',
  async (database) => {
    await using db = await database.open()
    const study = await openSandbox(db)
    await contributeCrowd(db, 20)
    await contributeCrowd(db, 19, { site: 1 })
    await contributeCrowd(db, 20, { proto: 'h3', connectMs: null })
    const report = await makeRelease({ db, writer: db, study, week: FIELD_WEEK, now })
    // All seven times of h2; h3 has no connect. The rest of the three sites' cells is withheld.
    assert.deepEqual(report, {
      ...{ list: LIST, week: FIELD_WEEK, state: 'made', sites: 1 },
      ...{ made: 13, carried: 0, frozen: 0, withheld: 29 },
    })
    assert.deepEqual(await published(db), [`0 h2 20 60 ${FIELD_WEEK}`, `0 h3 20 60 ${FIELD_WEEK}`])
  },
)

onEveryDatabase('a week’s release is made once, whatever comes after it', async (database) => {
  await using db = await database.open()
  const study = await openSandbox(db)
  const make = (week: string) => makeRelease({ db, writer: db, study, week, now })
  assert.equal((await make(FIELD_WEEK)).state, 'nobody')
  assert.equal(await newestRelease(db, LIST), null)
  await contributeCrowd(db, 20)
  assert.equal((await make(FIELD_WEEK)).state, 'made')
  await contributeCrowd(db, 20, { name: 'q' })
  assert.equal((await make(FIELD_WEEK)).state, 'exists')
  assert.equal((await make('2026-11-09')).state, 'exists')
  assert.deepEqual(await published(db), [`0 h2 20 60 ${FIELD_WEEK}`])
  await make(NEXT)
  assert.deepEqual(await published(db), [`0 h2 40 120 ${NEXT}`])
})

onEveryDatabase('a study’s own thresholds are those of its releases', async (database) => {
  await using db = await database.open()
  const study = await openSandbox(db, { contributors: 5, samples: 10, heaviestShare: 0.2 })
  await contributeCrowd(db, 5)
  await makeRelease({ db, writer: db, study, week: FIELD_WEEK, now })
  assert.deepEqual(await published(db), [`0 h2 5 15 ${FIELD_WEEK}`])
})

const hashes = (from: number, until: number): string[] =>
  Array.from({ length: until - from }, (_, i) => sha256(`p${from + i}`))

onEveryDatabase(
  'a cell that lost five is made anew without them; one that lost fewer is withheld until enough have changed',
  async (database) => {
    await using db = await database.open()
    const study = await openSandbox(db)
    await contributeCrowd(db, 40)
    await makeRelease({ db, writer: db, study, week: FIELD_WEEK, now })
    const remake = () => remakeLosses({ db, writer: db, list: LIST })
    assert.deepEqual(await remake(), { list: LIST, remade: 0, withheld: 0 })

    await forgetContributors(db, hashes(0, 5))
    assert.deepEqual(await remake(), { list: LIST, remade: 7, withheld: 0 })
    assert.deepEqual(await published(db), [`0 h2 35 105 ${FIELD_WEEK}`])
    assert.deepEqual(await readLosses(db, LIST), [])

    await forgetContributors(db, hashes(5, 6))
    assert.deepEqual(await remake(), { list: LIST, remade: 0, withheld: 7 })
    assert.deepEqual(await published(db), [])
    assert.deepEqual(await remake(), { list: LIST, remade: 0, withheld: 0 })

    // Too few others have changed: the difference to the curve of before would nearly be the one who left.
    await contributeCrowd(db, 4, { name: 'q' })
    await contributeCrowd(db, 40, { name: 'p', week: NEXT, site: 1 })
    await makeRelease({ db, writer: db, study, week: NEXT, now })
    assert.deepEqual(await published(db), [`1 h2 40 120 ${NEXT}`])
    const after = '2026-11-30'
    await contributeCrowd(db, 34, { name: 'r', week: after })
    await makeRelease({ db, writer: db, study, week: after, now })
    assert.deepEqual((await published(db)).slice(0, 1), [`0 h2 34 102 ${after}`])
  },
)

onEveryDatabase(
  'after deletion what is published is what it would be had they never contributed',
  async (database) => {
    await using db = await database.open()
    const study = await openSandbox(db)
    await contributeCrowd(db, 30)
    await contributeCrowd(db, 30, { name: 'q', loadMs: 1_500 })
    await makeRelease({ db, writer: db, study, week: FIELD_WEEK, now })
    await forgetContributors(db, hashes(0, 30))
    await remakeLosses({ db, writer: db, list: LIST })
    const { id = 0 } = (await newestRelease(db, LIST)) ?? {}
    const [cell] = await readCells(db, id, { metric: 'load' })
    assert.deepEqual([cell?.contributors, cell?.bins.length], [30, 1])
  },
)

onEveryDatabase(
  'the keeper makes the week’s release, puts losses right, and deletes what is too old',
  async (database) => {
    await using db = await database.open()
    await openSandbox(db)
    await contributeCrowd(db, 40)
    await contribute(db, [{ who: 'old', day: '2025-10-31' }])
    const log = new PassThrough()
    const stop = new AbortController()
    const kept = maintainField({
      ...{ db, writer: db, now, clock: () => 0, signal: stop.signal, everyMs: 10 },
      log: pino({ level: 'info' }, log),
    })
    const said = async (text: string): Promise<void> => {
      for (let line = ''; !line.includes(text); ) line = String((await once(log, 'data'))[0])
    }
    await said('old contributions are deleted')
    assert.deepEqual(await published(db), [`0 h2 40 120 ${FIELD_WEEK}`])
    const days = (await contributionTallies(db, '2025-01-01')).map(({ day }) => day)
    assert.ok(!days.includes('2025-10-31'))
    const putRight = said('cells that lost a contributor are put right')
    await forgetContributors(db, hashes(0, 5))
    await putRight
    assert.deepEqual(await published(db), [`0 h2 35 105 ${FIELD_WEEK}`])
    stop.abort()
    await kept
  },
)

onEveryDatabase('a study that is closed has its last release in the week after', async (database) => {
  await using db = await database.open()
  await openSandbox(db)
  await closeStudy(db, LIST, '2026-11-11')
  const closed = { closedDay: '2026-11-11' }
  assert.deepEqual(
    ['2026-11-09', '2026-11-16', NEXT].map((week) => isReleased(closed, week)),
    [...[true, true, false]],
  )
  assert.equal(isReleased({ closedDay: null }, NEXT), true)
})

test('no contribution gets older than 13 months', () => {
  assert.equal(firstRetainedDay('2026-11-21'), '2025-11-01')
  assert.equal(firstRetainedDay('2026-11-30'), '2025-11-01')
  assert.equal(firstRetainedDay('2026-12-01'), '2025-12-01')
  assert.equal(firstRetainedDay('2026-01-31'), '2025-01-01')
})

/** One round of the keeper after which the wall clock is this one; resolves to what it logged. */
async function keptAt(db: Database, times: readonly string[], clock: () => number): Promise<string> {
  const log = new PassThrough().setEncoding('utf8')
  let said = ''
  const stop = new AbortController()
  let asked = 0
  const round = new Promise<void>((resolve) => {
    log.on('data', (line: string) => {
      said += line
      resolve()
    })
  })
  const kept = maintainField({
    ...{ db, writer: db, clock, signal: stop.signal },
    now: () => times[Math.min(asked++, times.length - 1)] ?? '',
    log: pino({ level: 'info' }, log),
  })
  await round
  stop.abort()
  await kept
  return said
}

onEveryDatabase('a clock that jumps releases and deletes nothing', async (database) => {
  await using db = await database.open()
  await openSandbox(db)
  await contributeCrowd(db, 20)
  const rows = async () => Number((await db.query('SELECT count(*) AS n FROM contributions'))[0]?.n)
  // 430 days ahead while it runs, and when it has just been started.
  assert.match(
    await keptAt(db, [now(), '2028-01-22T12:00:00.000Z'], () => 0),
    /the clock has jumped by 430 days/,
  )
  assert.match(
    await keptAt(db, ['2028-01-22T12:00:00.000Z'], () => 0),
    /newest day that the data knows is 2026-11-15/,
  )
  // Two weeks ahead: no data would be lost, but the release of this week.
  assert.match(await keptAt(db, [now(), '2026-12-02T12:00:00.000Z'], () => 0), /jumped by 14 days/)
  assert.equal(await rows(), 60)
  assert.equal(await newestRelease(db, LIST), null)
  assert.match(await keptAt(db, [now()], () => 0), /a weekly release is made/)
  assert.equal((await newestRelease(db, LIST))?.week, FIELD_WEEK)
  assert.match(
    await keptAt(db, ['2028-01-22T12:00:00.000Z'], () => 0),
    /newest day that the data knows is 2026-11-18/,
  )
  assert.equal(await rows(), 60)
})
