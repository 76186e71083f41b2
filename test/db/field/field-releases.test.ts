import assert from 'node:assert/strict'
import { dataVersion } from '../../../db/connection/data-version.ts'
import {
  contributedSites,
  contributionTallies,
  countingRows,
  purgeContributions,
} from '../../../db/field/contribution-rows.ts'
import { newestRelease, readCells } from '../../../db/field/field-cells.ts'
import { readLosses } from '../../../db/field/field-losses.ts'
import { membersOfSite, noteGoneMembers } from '../../../db/field/field-members.ts'
import { pastOfSite } from '../../../db/field/field-past.ts'
import { type NewCell, type NewRelease, writeRelease, writeRemake } from '../../../db/field/field-releases.ts'
import { forgetContributors } from '../../../db/field/forget-contributors.ts'
import type { PublishedCell } from '../../../model/published-cell.ts'
import { withEveryDatabase } from '../databases.ts'
import { contribute, contributeCrowd, FIELD_WEEK, LIST, openSandbox, sha256 } from './field-contributions.ts'

const NEXT = '2026-11-23'

const PUBLISHED: PublishedCell = {
  curve: {
    bins: [
      [140, 2],
      [141, 1],
    ],
    contributors: 3,
    samples: 9,
    medianMs: 940.25,
    lowMs: null,
    highMs: 1_000.5,
  },
  madeIn: FIELD_WEEK,
  frozenSince: null,
}

const members = new Map(['p0', 'p1', 'p2'].map((who, i) => [sha256(who), 140 + i]))

const CELL: NewCell = { site: 0, proto: 'h2', metric: 'load', cell: PUBLISHED, members }

const release = (changes: Partial<NewRelease> = {}): NewRelease => ({
  ...{ list: LIST, week: FIELD_WEEK, releasedAt: `${FIELD_WEEK}T00:00:01.000Z`, rules: { contributors: 3 } },
  ...{ cells: [CELL], losses: [] },
  ...changes,
})

withEveryDatabase('a release comes back as it was written, and is the past of the next one', async (db) => {
  await openSandbox(db)
  await contributeCrowd(db, 3)
  const before = await dataVersion(db)
  assert.equal(await writeRelease(db, release()), 'written')
  assert.equal(await dataVersion(db), before + 1)
  const { id = 0, ...stored } = (await newestRelease(db, LIST)) ?? {}
  assert.deepEqual(stored, {
    ...{
      list: LIST,
      week: FIELD_WEEK,
      releasedAt: `${FIELD_WEEK}T00:00:01.000Z`,
      rules: { contributors: 3 },
    },
  })
  const { curve, ...marks } = PUBLISHED
  assert.deepEqual(await readCells(db, id), [{ site: 0, protocol: 'h2', metric: 'load', ...curve, ...marks }])
  const past = await pastOfSite(db, 0, { list: LIST, week: NEXT, sinceWeek: '2026-07-01' })
  assert.deepEqual(
    [...past],
    [
      [
        'h2 load',
        { published: [{ week: FIELD_WEEK, cell: PUBLISHED }], members, current: PUBLISHED, lost: 0 },
      ],
    ],
  )
  assert.equal((await pastOfSite(db, 1, { list: LIST, week: NEXT, sinceWeek: '2026-07-01' })).size, 0)
})

withEveryDatabase('a week has one release, and a second one changes nothing', async (db) => {
  await openSandbox(db)
  await contributeCrowd(db, 3)
  await writeRelease(db, release())
  assert.equal(await writeRelease(db, release({ cells: [] })), 'exists')
  assert.equal((await readCells(db, (await newestRelease(db, LIST))?.id ?? 0)).length, 1)
})

withEveryDatabase(
  'a curve of somebody who had himself deleted meanwhile is not written at all',
  async (db) => {
    await openSandbox(db)
    await contributeCrowd(db, 3)
    await forgetContributors(db, [sha256('p1')])
    assert.equal(await writeRelease(db, release()), 'outdated')
    assert.equal(await newestRelease(db, LIST), null)
    assert.equal((await membersOfSite(db, LIST, 0)).size, 0)
  },
)

withEveryDatabase(
  'a curve that is shown again keeps its members; one that is made has new ones',
  async (db) => {
    await openSandbox(db)
    await contributeCrowd(db, 4)
    await writeRelease(db, release())
    await writeRelease(db, release({ week: NEXT, cells: [{ ...CELL, members: null }] }))
    assert.deepEqual(await membersOfSite(db, LIST, 0), new Map([['h2 load', members]]))
    const joined = new Map([[sha256('p3'), 150]])
    await writeRelease(db, release({ week: '2026-11-30', cells: [{ ...CELL, members: joined }] }))
    assert.deepEqual(await membersOfSite(db, LIST, 0), new Map([['h2 load', joined]]))
    const past = await pastOfSite(db, 0, { list: LIST, week: '2026-12-07', sinceWeek: NEXT })
    assert.deepEqual(
      past.get('h2 load')?.published.map(({ week }) => week),
      [NEXT, '2026-11-30'],
    )
  },
)

withEveryDatabase(
  'a cell that lost somebody may not be shown again, and knows how many it lost',
  async (db) => {
    await openSandbox(db)
    await contributeCrowd(db, 3)
    await writeRelease(db, release())
    await forgetContributors(db, [sha256('p0'), sha256('nobody')])
    assert.deepEqual(await readLosses(db, LIST), [{ site: 0, proto: 'h2', contributors: 1 }])
    const past = (await pastOfSite(db, 0, { list: LIST, week: NEXT, sinceWeek: '2026-07-01' })).get('h2 load')
    assert.deepEqual([past?.current, past?.lost, past?.members.size], [null, 1, 2])
    // Where the curve was is known all the same: deleting oneself does not undo what guards it.
    assert.equal(past?.published.length, 1)
  },
)

withEveryDatabase(
  'a remake puts curves in the place of others and takes some away; a loss that came meanwhile stays',
  async (db) => {
    await openSandbox(db)
    await contributeCrowd(db, 3)
    await writeRelease(db, release({ cells: [CELL, { ...CELL, metric: 'wait' }] }))
    const { id: releaseId = 0 } = (await newestRelease(db, LIST)) ?? {}
    await forgetContributors(db, [sha256('p0')])
    const losses = await readLosses(db, LIST)
    const remade = { ...CELL, members: new Map([[sha256('p2'), 142]]) }
    const remake = {
      ...{ list: LIST, releaseId, recomputed: [remade], losses },
      withheld: [{ site: 0, proto: 'h2', metric: 'wait' }],
    }
    assert.equal(await writeRemake(db, { ...remake, recomputed: [CELL] }), 'outdated')
    assert.equal((await readCells(db, releaseId)).length, 2)
    await forgetContributors(db, [sha256('p1')])
    assert.equal(await writeRemake(db, remake), 'written')
    assert.deepEqual(
      (await readCells(db, releaseId)).map(({ metric }) => metric),
      ['load'],
    )
    assert.deepEqual(await readLosses(db, LIST), [{ site: 0, proto: 'h2', contributors: 2 }])
  },
)

withEveryDatabase('members without a load are found and noted as losses', async (db) => {
  await openSandbox(db)
  await contributeCrowd(db, 3)
  await writeRelease(db, release())
  assert.equal(await noteGoneMembers(db, LIST), false)
  await db.write((query) => query('DELETE FROM contributions WHERE cid_hash = ?', [sha256('p2')]))
  assert.equal(await noteGoneMembers(db, LIST), true)
  assert.deepEqual(await readLosses(db, LIST), [{ site: 0, proto: 'h2', contributors: 1 }])
  assert.equal((await membersOfSite(db, LIST, 0)).get('h2 load')?.size, 2)
})

withEveryDatabase(
  'only loads on a connection of their own that are not excluded count, within the days asked for',
  async (db) => {
    await openSandbox(db)
    await contribute(db, [
      { who: 'a', day: '2026-11-10', loadMs: 500, dnsMs: null },
      { who: 'a', day: '2026-11-11', reused: true, dnsMs: null, connectMs: null, handshakeMs: null },
      { who: 'a', day: '2026-11-12' },
      { who: 'b', day: '2026-11-10', site: 2, proto: 'h3', connectMs: null },
      { who: 'b', day: FIELD_WEEK },
    ])
    await db.write((query) =>
      query("UPDATE contributions SET excluded = 'test' WHERE day = ?", ['2026-11-12']),
    )
    const days = { from: '2026-11-10', until: FIELD_WEEK }
    assert.deepEqual(await contributedSites(db, LIST, days), [0, 2])
    const times = { dns: null, connect: 20, handshake: 43, wait: 180, receive: 9, dcl: 400, load: 500 }
    assert.deepEqual(await countingRows(db, LIST, 0, days), [
      { cidHash: sha256('a'), proto: 'h2', day: '2026-11-10', times },
    ])
    assert.deepEqual(
      (await contributionTallies(db, '2026-11-11')).map(({ day, loads, reused, excluded }) => [
        ...[day, loads, reused, excluded],
      ]),
      [
        [FIELD_WEEK, 1, 0, 0],
        ['2026-11-12', 1, 0, 1],
        ['2026-11-11', 1, 1, 0],
      ],
    )
  },
)

withEveryDatabase('purging deletes what is of before a day, and tells how much of each month', async (db) => {
  await openSandbox(db)
  await contribute(db, [
    ...['2025-09-30', '2025-10-01', '2025-10-31', '2025-11-01'].map((day) => ({ who: 'a', day })),
    { who: 'b', day: '2025-10-31' },
  ])
  assert.deepEqual(await purgeContributions(db, '2025-11-01'), [
    { month: '2025-09', loads: 1 },
    { month: '2025-10', loads: 3 },
  ])
  const left = await db.query('SELECT day FROM contributions')
  assert.deepEqual(
    left.map(({ day }) => day),
    ['2025-11-01'],
  )
  assert.deepEqual(await purgeContributions(db, '2025-11-01'), [])
})
