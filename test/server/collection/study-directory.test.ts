import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInvite, revokeInvite } from '../../../db/field/field-invites.ts'
import { closeStudy } from '../../../db/field/field-studies.ts'
import { mayEnter, StudyDirectory } from '../../../server/collection/study-directory.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { writeField } from '../field/field-fixture.ts'

test('a study is known while it is open, and a change of it holds a second later', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  await writeField(db)
  let nowMs = 0
  const directory = new StudyDirectory(db, () => nowMs)
  assert.equal((await directory.find('K8W3V'))?.sites.size, 30)
  assert.equal(await directory.find('OTHER'), null)
  await closeStudy(db, 'K8W3V', '2026-11-20')
  nowMs = 999
  assert.notEqual(await directory.find('K8W3V'), null)
  nowMs = 1_000
  assert.equal(await directory.find('K8W3V'), null)
})

test('a closed pilot is entered with an invite of its own that is not revoked', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  await writeField(db, { list: 'PILOT', pilot: 'first' })
  const [own, other, revoked] = [
    await createInvite(db, 'first', '2026-11-20'),
    await createInvite(db, 'second', '2026-11-20'),
    await createInvite(db, 'first', '2026-11-20'),
  ]
  await revokeInvite(db, revoked, '2026-11-20')
  const study = (await new StudyDirectory(db, () => 0).find('PILOT')) ?? assert.fail()
  const enters = (token: string) => mayEnter(study, `Bearer ${token}`)
  assert.deepEqual([own, other, revoked].map(enters), [true, false, false])
  assert.equal(mayEnter(study, undefined), false)
  assert.equal(mayEnter({ ...study, pilot: null }, undefined), true)
})
