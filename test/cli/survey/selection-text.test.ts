import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selectionOf } from '../../../cli/survey/select.ts'
import { selectionLines } from '../../../cli/survey/selection-text.ts'
import { surveyed } from './facts.ts'

const chosen = { rank: 1, rankMagnitude: null, domain: 'a.test', finalOrigin: 'https://a.test' }
const passed = (rank: number, reason: string) =>
  ({ rank, domain: `p${rank}.test`, reason, because: `because of ${rank}` }) as never

test('the chosen sites stand in a table, others are counted by reason, and explained where it needs a word', () => {
  const passedOver = [passed(2, 'not_served'), passed(3, 'not_served'), passed(4, 'same_presence')]
  assert.deepEqual(selectionLines({ selected: [chosen], passedOver }, 4, ['h1', 'h2'], null), [
    '',
    'Selected 1 of 4 sites that serve h1, h2:',
    '',
    'rank  domain  final origin\n   1  a.test  https://a.test',
    '',
    'Passed over: 2 not_served, 1 same_presence',
    '  p4.test: because of 4',
  ])
})

test('nothing selected and nothing passed over is said; of many explanations the first ten are shown', () => {
  assert.deepEqual(selectionLines({ selected: [], passedOver: [] }, 0, ['h3'], null), [
    '',
    'Selected 0 of 0 sites that serve h3',
    '',
    'Passed over: none',
  ])
  const many = Array.from({ length: 12 }, (_, i) => passed(i, 'same_presence'))
  const lines = selectionLines({ selected: [], passedOver: many }, 12, ['h3'], null)
  assert.equal(lines.filter((line) => line.includes('because of')).length, 10)
  assert.match(lines.at(-1) ?? '', /… and 2 more/)
})

test('without a seed the survey is the seed of a random order: it is the same each time', () => {
  const sites = Array.from({ length: 20 }, (_, i) =>
    surveyed(i + 1, { h2: true, finalOrigin: `https://site${i + 1}.test` }),
  )
  const options = { select: 5, serve: ['h2'], order: 'random' } as const
  const domains = (surveyId: number, selectSeed?: string) =>
    selectionOf(sites, surveyId, {
      ...options,
      serve: ['h2'],
      ...(selectSeed === undefined ? {} : { selectSeed }),
    }).selected.map(({ domain }) => domain)
  assert.deepEqual(domains(1), domains(1))
  assert.deepEqual(domains(1), domains(2, '1'))
  assert.notDeepEqual(domains(1), domains(2))
})
