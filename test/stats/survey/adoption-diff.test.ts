import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SurveyedSite } from '../../../model/site-facts.ts'
import { adoptionDiff, type DiffOptions } from '../../../stats/survey/adoption-diff.ts'
import { pairedDifference } from '../../../stats/tests/paired-proportions.ts'
import { wilson } from '../../../stats/tests/wilson.ts'
import { answering, surveyedSite } from './surveyed-site.ts'

const h3 = (domain: string, served: boolean | null, rank = 1) => surveyedSite(rank, domain, { h3: served })

type Survey = readonly SurveyedSite[]

const diffOf = (before: Survey, after: Survey, options?: DiffOptions) =>
  adoptionDiff(answering(before), answering(after), options)

async function h3Change(...args: Parameters<typeof diffOf>) {
  const diff = await diffOf(...args)
  const row = diff.rows.find((one) => one.row === 'h3')
  assert.ok(row)
  return { diff, row }
}

test('tells gained, lost, kept, never, unknown, appeared and disappeared apart', async () => {
  const { diff, row } = await h3Change(
    [h3('gain.test', false), h3('lose.test', true), h3('keep.test', true), h3('never.test', false)].concat([
      h3('unknown.test', null),
      h3('unknown-now.test', true),
      h3('gone.test', true),
      h3('gone-without.test', false),
    ]),
    [h3('gain.test', true), h3('lose.test', false), h3('keep.test', true), h3('never.test', false)].concat([
      h3('unknown.test', true),
      h3('unknown-now.test', null),
      h3('new.test', true),
    ]),
  )
  assert.deepEqual([diff.both, diff.onlyBefore, diff.onlyAfter], [6, 2, 1])
  const { gained, lost, kept, never, unknown, appeared, disappeared } = row
  assert.deepEqual(
    { gained, lost, kept, never, unknown, appeared, disappeared },
    {
      gained: 1,
      lost: 1,
      kept: 1,
      never: 1,
      unknown: 2,
      appeared: 1,
      disappeared: 1,
    },
  )
  assert.deepEqual(row.before, wilson(4, 8))
  assert.deepEqual(row.after, wilson(4, 7))
  assert.deepEqual(row.change, pairedDifference({ gained: 1, lost: 1, kept: 1, never: 1 }))
  assert.deepEqual([row.gainedExamples, row.lostExamples], [['gain.test'], ['lose.test']])
})

test('follows adoption as the first paper did: 2.1 % to 2.7 % of 10,000 sites is shown, with its interval', async () => {
  const survey = (adopters: number) =>
    Array.from({ length: 10_000 }, (_, i) => h3(`s${i}.test`, i < adopters, i + 1))
  const { diff, row } = await h3Change(survey(210), survey(270), { examples: 3 })
  assert.equal(row.before?.share, 0.021)
  assert.equal(row.after?.share, 0.027)
  assert.equal(row.change?.difference, 0.006)
  assert.ok(row.change && row.change.low > 0.004 && row.change.high < 0.008 && row.change.p < 1e-15)
  assert.deepEqual(row.gainedExamples, ['s210.test', 's211.test', 's212.test'])
  assert.match(diff.method, /Newcombe.*McNemar/)
})

test('a survey against itself shows no change and says what it could have shown', async () => {
  const survey = Array.from({ length: 100 }, (_, i) => h3(`s${i}.test`, i % 2 === 0))
  const { row } = await h3Change(survey, survey)
  assert.deepEqual([row.gained, row.lost, row.change?.difference, row.change?.p], [0, 0, 0, 1])
  assert.ok(row.change && row.change.low < 0 && row.change.high > 0)
  assert.ok(row.change.detectable > 0 && row.change.detectable < 0.1)
})

test('the order within a survey does not matter', async () => {
  const before = [h3('a.test', true), h3('b.test', false), h3('c.test', null)]
  const after = [h3('a.test', false), h3('b.test', true), h3('d.test', true)]
  assert.deepEqual(await diffOf(before, after), await diffOf(before.toReversed(), after.toReversed()))
})

test('two empty surveys have no shares and no change', async () => {
  const { row } = await h3Change([], [])
  assert.deepEqual([row.before, row.after, row.change], [null, null, null])
})

test('a domain twice in one survey is an error, not a wrong count', async () => {
  const twice = [h3('a.test', true), h3('a.test', false)]
  await assert.rejects(diffOf(twice, []), /earlier survey holds a\.test twice/)
  await assert.rejects(diffOf([], twice), /later survey holds a\.test twice/)
})
