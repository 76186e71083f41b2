import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNotSupported } from '../../../../lab/link/backend/why-not-supported.ts'
import { checkCondition } from '../../../../lab/link/condition/check-condition.ts'
import { isProfileName, PROFILES } from '../../../../lab/link/condition/profiles.ts'

for (const [name, { title, source, condition }] of Object.entries(PROFILES))
  test(`${name} is a link that both backends can make, says its round trip and where it is from`, () => {
    checkCondition(condition)
    assert.deepEqual(
      [whyNotSupported(condition, 'netem'), whyNotSupported(condition, 'rattan')],
      [null, null],
    )
    assert.match(title, new RegExp(`\\b${condition.rttMs}\\b.* ms`))
    assert.ok(source.length > 20)
  })

test('a name is one of the profiles or none', () => {
  assert.deepEqual([isProfileName('google-3g'), isProfileName('toString')], [true, false])
})
