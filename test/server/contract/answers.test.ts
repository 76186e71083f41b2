import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { armCounts } from '../../../server/contract/campaigns.ts'
import { contribution } from '../../../server/contract/contribution.ts'
import { fieldThresholds } from '../../../server/contract/field.ts'
import { failure } from '../../../server/contract/meta.ts'
import { list } from '../../../server/contract/surveys.ts'
import {
  arm,
  count,
  factor,
  interval,
  leftOut,
  metric,
  share,
  verdict,
} from '../../../server/contract/terms.ts'
import { waterfalls } from '../../../server/contract/waterfall.ts'
import { record } from '../collection/records.ts'

const LIST = {
  ...{ id: 1, source: 'list.csv', trancoId: null, sha256: '', fetchedAt: '2026-11-21T10:00:00.000Z' },
  ...{ entries: 1, badLines: 0 },
}
const MIX = { campaignId: 1, vantage: null, site: 0, domain: 'a.test' }
const THRESHOLDS = { contributors: 20, samples: 50, changed: 5, windowDays: 28, blur: 0.1 }

for (const [name, schema, valid, invalid] of [
  ['a count', count, 0, -1],
  ['a whole count', count, 7, 7.5],
  ['an arm', arm, 'h3-altsvc', 'h4'],
  ['a metric', metric, 'plt_ms', 'plt'],
  ['a verdict', verdict, 'no difference shown', 'equal'],
  ['an interval', interval, { low: 1, high: 2 }, { low: 1 }],
  ['a share', share, { share: 0.5, low: 0, high: 1 }, { share: 1.5, low: 0, high: 1 }],
  [
    'a reason',
    leftOut,
    { state: 'failed', reason: 'x', count: 1 },
    { state: 'valid', reason: 'x', count: 1 },
  ],
  [
    'counts of an arm',
    armCounts,
    { arm: 'h1', valid: 1, invalid: 0, failed: 0, repeated: 0 },
    { arm: 'h1', valid: 1 },
  ],
  ['a level of a factor', factor, null, {}],
  ['a failure', failure, { error: 'not_found', message: 'x' }, { error: 'oops', message: 'x' }],
  ['a list', list, LIST, { ...LIST, path: '/home/me' }],
  ['waterfalls', waterfalls, { ...MIX, arms: [] }, { ...MIX, arms: [{ arm: 'h1', har: true }] }],
  ['thresholds', fieldThresholds, THRESHOLDS, { ...THRESHOLDS, blur: -1 }],
  ['a contribution', contribution, record(), { ...record(), url: 'https://a.test/' }],
] as [string, z.ZodType, unknown, unknown][])
  test(`${name} is what the contract says, and nothing else`, () => {
    assert.ok(schema.safeParse(valid).success)
    assert.ok(!schema.safeParse(invalid).success)
  })
