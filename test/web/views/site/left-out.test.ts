import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leftOutWords } from '../../../../web/views/site/site-verdicts.ts'

test('what was left out is counted and named by its reasons', () => {
  assert.equal(leftOutWords([]), 'none left out')
  assert.equal(
    leftOutWords([
      { state: 'invalid', reason: 'left_site', count: 2 },
      { state: 'failed', reason: 'a_new_code', count: 1 },
    ]),
    '3 left out: 2 invalid (left_site: the page redirected or sent itself on to another registrable domain, or to no host at all), 1 failed (a_new_code)',
  )
})
