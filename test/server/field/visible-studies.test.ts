import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInvite, revokeInvite } from '../../../db/field/field-invites.ts'
import { publishedThresholds } from '../../../server/field/field-thresholds.ts'
import { inviteToken } from '../../../server/field/invite-token.ts'
import { visibleStudies } from '../../../server/field/visible-studies.ts'
import { visitorPilot } from '../../../server/field/visitor-pilot.ts'
import { FIELD_RULES } from '../../../stats/field/field-rules.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { writeField } from './field-fixture.ts'

test('a pilot is seen with an invite of it, and stands first then', async () => {
  await using database = await temporarySqlite()
  await using db = await database.open()
  await writeField(db)
  await writeField(db, { list: 'PILOT', pilot: 'first' })
  const lists = async (pilot: string | null) => (await visibleStudies(db, pilot)).map(({ list }) => list)
  assert.deepEqual(await lists(null), ['K8W3V'])
  assert.deepEqual(await lists('second'), ['K8W3V'])
  assert.deepEqual(await lists('first'), ['PILOT', 'K8W3V'])
  const token = await createInvite(db, 'first', '2026-11-20')
  assert.equal(await visitorPilot(db, `Bearer ${token}`), 'first')
  assert.equal(await visitorPilot(db, undefined), null)
  await revokeInvite(db, token, '2026-11-20')
  assert.equal(await visitorPilot(db, `Bearer ${token}`), null)
})

const TOKEN = 'A'.repeat(43)

for (const [authorization, token] of [
  [`Bearer ${TOKEN}`, TOKEN],
  [`bearer  ${TOKEN}`, TOKEN],
  [`Basic ${TOKEN}`, null],
  [`Bearer ${TOKEN}!`, null],
  ['Bearer short', null],
  [undefined, null],
] as const)
  test(`the invite in ${String(authorization).slice(0, 12)}… is ${token === null ? 'none' : 'read'}`, () => {
    assert.equal(inviteToken(authorization), token)
  })

test('a release of before votes were moved has no blur', () => {
  const study = {
    ...{ list: 'K8W3V', openedDay: '2026-10-01', closedDay: null, pilot: null, thresholds: null, sites: 3 },
    release: {
      id: 1,
      list: 'K8W3V',
      week: '2026-11-16',
      releasedAt: '2026-11-16T00:00:05Z',
      rules: FIELD_RULES,
    },
  }
  assert.equal(publishedThresholds(study).blur, FIELD_RULES.blur)
  const { blur: _blur, ...old } = FIELD_RULES
  assert.equal(publishedThresholds({ ...study, release: { ...study.release, rules: old } }).blur, 0)
  assert.equal(publishedThresholds({ ...study, release: null }).blur, FIELD_RULES.blur)
})
