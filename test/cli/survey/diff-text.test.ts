import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diffLines } from '../../../cli/survey/diff-text.ts'
import { adoptionDiff } from '../../../stats/survey/adoption-diff.ts'
import { answering } from '../../stats/survey/surveyed-site.ts'
import { surveyed, surveyRow } from './facts.ts'

const survey = (h2: (rank: number) => boolean, count = 40) =>
  answering(Array.from({ length: count }, (_, i) => surveyed(i + 1, { h1: true, h2: h2(i + 1) })))

test('a change names its points with their interval and n, and examples of who changed', async () => {
  const diff = await adoptionDiff(
    survey(() => false),
    survey((rank) => rank <= 20),
  )
  const text = diffLines(surveyRow(), surveyRow({ id: 2 }), diff, null).join('\n')
  assert.match(
    text,
    /^\nsurvey 1 \(2026-11-22, 2 sites\) → survey 2 \(2026-11-22, 2 sites\)\n40 sites in both, 0 only before/,
  )
  assert.match(text, /\+50\.0 points \(\+\d+\.\d…\+\d+\.\d\), n 40\n/)
  assert.match(text, /\ngained h2: site1\.test, /)
  assert.doesNotMatch(text, /lost h2/)
})

test('no change names the smallest difference that could be detected', async () => {
  const same = await adoptionDiff(
    survey((rank) => rank % 2 === 0),
    survey((rank) => rank % 2 === 0),
  )
  const text = diffLines(surveyRow(), surveyRow(), same, null).join('\n')
  assert.match(text, /no difference shown \(smallest detectable difference \d+\.\d points\)/)
})

test('within 80 columns the shares and changes stay', async () => {
  const diff = await adoptionDiff(
    survey(() => false),
    survey((rank) => rank <= 20),
  )
  const text = diffLines(surveyRow(), surveyRow(), diff, 80).join('\n')
  for (const line of text.split('\n')) assert.ok([...line].length <= 80, line)
  assert.match(text, /not shown for lack of width: .*kept/)
  assert.match(text, /points/)
})
