import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withCarriedChoices } from '../../../web/client/carried-choices.ts'

/** Link, query of the page that it is on, and where it leads. */
const CASES = [
  ['http://a.test/sites', '?campaign=2&of=reachable&survey=1', 'http://a.test/sites?campaign=2&survey=1'],
  ['http://a.test/?campaign=3', '?campaign=2', 'http://a.test/?campaign=3'],
  ['http://a.test/method#the-field', '', 'http://a.test/method#the-field'],
  ['http://a.test/method#the-field', '?survey=1', 'http://a.test/method?survey=1#the-field'],
] as const

for (const [href, search, address] of CASES) {
  test(`survey and campaign go along, other choices stay: ${href} from ${search || 'nothing'}`, () => {
    assert.equal(withCarriedChoices(href, search), address)
  })
}
