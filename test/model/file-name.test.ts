import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileName, metricInFileName, runInFileName, surveysInFileName } from '../../model/file-name.ts'

test('a file is called after what it holds, in characters that need no quotes', () => {
  const run = runInFileName('campaign', 3, '2026-11-22T10:00:00.000Z')
  assert.equal(
    fileName(['example.com', metricInFileName('plt_ms'), 'cdf', run], 'svg'),
    'towline-example.com-plt-cdf-campaign-3-2026-11-22.svg',
  )
  assert.equal(fileName([null, 'a/b\\c"d', '…é', null], 'csv'), 'towline-a-b-c-d.csv')
  assert.equal(fileName(['../..', '\r\nSet-Cookie: x'], 'csv'), 'towline-..-..-Set-Cookie-x.csv')
  assert.ok(fileName(['x'.repeat(300)], 'json').length < 210)
})

test('metrics lose their unit, and surveys are a span', () => {
  assert.equal(metricInFileName('phase_ms.dns'), 'phase-dns')
  assert.equal(metricInFileName('tow_setup_ms'), 'tow-setup')
  assert.equal(metricInFileName('share_top1'), 'share-top1')
  const at = (surveyId: number) => ({ surveyId, createdAt: `2026-11-0${surveyId}T00:00:00.000Z` })
  assert.equal(surveysInFileName([at(1), at(4)]), 'surveys-1-to-4-2026-11-04')
  assert.equal(surveysInFileName([at(2)]), 'survey-2-2026-11-02')
  assert.equal(surveysInFileName([]), null)
})
