import assert from 'node:assert/strict'
import { newestRelease, readCellHeads, readCells, releaseSize } from '../../../db/field/field-cells.ts'
import { siteOfDomain } from '../../../db/field/field-studies.ts'
import { FIELD_RULES } from '../../../stats/field/field-rules.ts'
import { binsOf, FIELD_CURVES, FIELD_LIST, FIELD_WEEK, writeField } from '../../server/field/field-fixture.ts'
import { withEveryDatabase } from '../databases.ts'

withEveryDatabase('the newest release of a study is that of the latest week', async (db) => {
  assert.equal(await newestRelease(db, FIELD_LIST), null)
  await writeField(db)
  await writeField(db, { list: 'OTHER2' })
  await db.write(async (query) => {
    for (const week of ['2026-11-23', '2026-11-09'])
      await query(`INSERT INTO field_releases (list, week, released_at, rules) VALUES (?, ?, ?, '{}')`, [
        ...['OTHER2', week, `${week}T00:00:00.000Z`],
      ])
  })
  const { id, ...own } = (await newestRelease(db, FIELD_LIST)) ?? {}
  assert.equal(typeof id, 'number')
  assert.deepEqual(own, {
    list: FIELD_LIST,
    week: FIELD_WEEK,
    releasedAt: `${FIELD_WEEK}T00:00:05.000Z`,
    rules: FIELD_RULES,
  })
  assert.equal((await newestRelease(db, 'OTHER2'))?.week, '2026-11-23')
})

withEveryDatabase(
  'the curves of a release are read back as they are, narrowed by site and metric',
  async (db) => {
    await writeField(db, { list: 'OTHER2' })
    await writeField(db)
    const { id } = (await newestRelease(db, FIELD_LIST)) ?? { id: 0 }
    const all = await readCells(db, id)
    assert.equal(all.length, FIELD_CURVES.length)
    for (const cell of all) {
      const written = FIELD_CURVES.find(
        ({ site, protocol, metric }) =>
          site === cell.site && protocol === cell.protocol && metric === cell.metric,
      )
      assert.ok(written)
      assert.deepEqual(cell.bins, binsOf(written))
      assert.deepEqual(
        [cell.contributors, cell.samples, cell.frozenSince],
        [written.contributors, 3 * written.contributors, written.frozenSince],
      )
    }
    assert.equal((await readCells(db, id, { site: 0 })).length, 4)
    assert.equal((await readCells(db, id, { site: 0, metric: 'load' })).length, 3)
    assert.deepEqual(await readCells(db, id, { site: 17 }), [])
    assert.deepEqual(
      await readCellHeads(db, id, 'load'),
      all.filter(({ metric }) => metric === 'load').map(({ bins: _bins, ...head }) => head),
    )
    assert.deepEqual(await releaseSize(db, id), { sites: 3, cells: 7 })
    assert.deepEqual(await releaseSize(db, 4_711), { sites: 0, cells: 0 })
  },
)

withEveryDatabase('a domain has its number in each list that has it', async (db) => {
  await writeField(db)
  assert.equal(await siteOfDomain(db, FIELD_LIST, 'site30.test'), 29)
  assert.equal(await siteOfDomain(db, FIELD_LIST, 'site31.test'), null)
  assert.equal(await siteOfDomain(db, 'OTHER2', 'site30.test'), null)
})
