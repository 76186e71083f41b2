import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LinkCondition } from '../../../lab/link/condition/link.ts'
import { parseLink } from '../../../lab/link/condition/parse.ts'
import { groupLinks } from '../../../lab/run/measure-links.ts'

const SLOW = Array.from({ length: 5 }, (_, index) => parseLink(`rtt=${10 * (index + 1)},down=10,up=5`))
const FAST = parseLink('rtt=10,down=50,up=20')
const UNLIMITED = parseLink('rtt=10')

const indices = (groups: readonly (readonly LinkCondition[])[], all: readonly LinkCondition[]): number[][] =>
  groups.map((group) => group.map((condition) => all.indexOf(condition)))

test('slow links are measured side by side, no more of them than the cores bear', () => {
  assert.deepEqual(indices(groupLinks(SLOW, 4), SLOW), [[0, 1, 2, 3], [4]])
  assert.deepEqual(indices(groupLinks(SLOW, 2), SLOW), [[0, 1], [2, 3], [4]])
})

test('a fast link leaves little room beside it, and one without a limit none', () => {
  const all = [SLOW[0], FAST, UNLIMITED, SLOW[1], SLOW[2]] as LinkCondition[]
  assert.deepEqual(indices(groupLinks(all, 4), all), [[0, 3, 4], [1], [2]])
  const two = [FAST, parseLink('rtt=10,down=8,up=2'), parseLink('rtt=10,down=1,up=1')]
  assert.deepEqual(indices(groupLinks(two, 4), two), [[0, 1], [2]])
})

test('no link makes no group', () => {
  assert.deepEqual(groupLinks([], 4), [])
})
