import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notShown } from '../../../cli/advise/not-shown.ts'
import { whyNotLoaded } from '../../../cli/advise/take-live.ts'
import type { CheckReport } from '../../../cli/check/check-report.ts'
import type { ShownLoad } from '../../../cli/check/shown-load.ts'
import type { Recording } from '../../../model/recording/recording.ts'
import { sampleRecording } from '../../record/sample-recording.ts'
import { reportOf } from '../check/check-data.ts'
import { adviceOf } from './advice-data.ts'

const failed = (reason: string, status: number | null = null): Pick<CheckReport, 'failures'> => ({
  failures: [{ reason, status }],
})

const loadOf = (given: Partial<ShownLoad>): ShownLoad => ({
  ...{ arm: 'h2', round: 0, n: 6, entries: [], finalUrl: null, mediaType: null },
  marks: { ttfbMs: 1, fcpMs: 2, lcpMs: 3, dclMs: 3, loadMs: 4 },
  ...given,
})

test('a page that refuses, hangs or is none is not recorded, which is said in a clause', () => {
  for (const [given, why] of [
    [failed('http_status', 404), 'https://a.test/ answers 404 (Not Found) and no page'],
    [failed('http_status', 403), 'https://a.test/ answers 403 (Forbidden) to a browser that nobody sits at'],
    [
      failed('page_timeout'),
      'https://a.test/ does not load: page_timeout (the page did not fire its load event within the time limit)',
    ],
    [
      { loads: [loadOf({ mediaType: 'application/pdf' })] },
      'https://a.test/ is a file (application/pdf), not a page',
    ],
  ] as const)
    assert.equal(whyNotLoaded(reportOf(given)), why)
})

test('a page is recorded where loads of it count, or none does for this machine’s doing', () => {
  for (const given of [
    { loads: [loadOf({ mediaType: 'text/html' })], ...failed('page_timeout') },
    { loads: [loadOf({})] },
    failed('machine_busy'),
    failed('browser_not_started'),
  ])
    assert.equal(whyNotLoaded(reportOf(given)), null)
})

test('where the URL led to another page, which may be a sign-in, that one is named', () => {
  const typed = 'https://a.test/basket'
  const saidOf = (finalUrl: string): string[] =>
    notShown(adviceOf(), {
      ...{ typed, asked: [], recording: null, notRecorded: null, fault: null },
      report: reportOf({ loads: [loadOf({ finalUrl })] }),
    }).filter((sentence) => sentence.startsWith(typed))
  assert.deepEqual(saidOf('https://a.test/sign-in'), [
    'https://a.test/basket leads to https://a.test/sign-in: that is the page that was measured.',
  ])
  assert.deepEqual(saidOf(typed), [])
})

test('what keeps a stranger from the page is said, and that replays are by one server alone', () => {
  const saidOf = (obstacles: Recording['obstacles']): string[] =>
    notShown(adviceOf(), {
      ...{ typed: 'https://a.test/', asked: [], notRecorded: null, fault: null },
      recording: { ...sampleRecording(), obstacles },
      report: reportOf({}),
    })
  const texts = [/^A dialogue covers the page/, /^The page asks for a password/]
  const found = (said: readonly string[]) => texts.map((text) => said.some((each) => text.test(each)))
  assert.deepEqual(found(saidOf(['dialogue', 'password'])), [true, true])
  assert.deepEqual(found(saidOf([])), [false, false])
  // Recordings of an older version, and those of a HAR, do not say.
  assert.deepEqual(found(saidOf(undefined)), [false, false])
  assert.ok(
    saidOf([]).includes(
      'Replays are by one server, of ours: gains on other servers were 8 % off (root mean square of 24).',
    ),
  )
})
