import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { badgeColour, pageBadge } from '../../../extension/badge/show-badge.ts'
import { DEFAULT_BADGE_CHOICE } from '../../../extension/store/badge-choice.ts'

describe('the badge of a page', () => {
  const cases: readonly (readonly [unknown, string | null])[] = [
    ['http/1.1', 'h1'],
    ['http/1.0', 'h1'],
    ['h2', 'h2'],
    ['h3', 'h3'],
    ['h3-29', 'h3'],
    ['spdy/3', null],
    ['', null],
    [undefined, null],
    ['<b>h2</b>', null],
  ]
  for (const [protocol, badge] of cases)
    test(`is ${badge ?? 'none'} for ${JSON.stringify(protocol)}`, () =>
      assert.equal(pageBadge(protocol), badge))
})

test('its colour is one grey until colours are chosen', () => {
  const colours = (coloured: boolean) =>
    new Set(
      (['h1', 'h2', 'h3'] as const).map((badge) => badgeColour(badge, { ...DEFAULT_BADGE_CHOICE, coloured })),
    )
  assert.deepEqual([colours(false).size, colours(true).size], [1, 3])
})
