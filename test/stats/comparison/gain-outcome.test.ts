import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gainOutcome } from '../../../stats/comparison/gain-outcome.ts'

for (const [verdict, gainInterval, outcome] of [
  ['faster', [1.01, 1.02], 'faster'],
  ['slower', [0.5, 0.9], 'slower'],
  ['no difference shown', [0.96, 1.04], 'no difference'],
  ['no difference shown', [0.95, 1.04], 'not decided'],
  ['no difference shown', [0.97, 1.05], 'not decided'],
  ['too few rounds', null, 'too few rounds'],
] as const)
  test(`${verdict} with the interval ${gainInterval} is ${outcome}`, () => {
    assert.equal(gainOutcome({ verdict, gainInterval }), outcome)
  })
