import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceChanges } from '../../advise/compare-advice.ts'
import { adviceOf, GAINS, whatIfOf } from '../cli/advise/advice-data.ts'

test('a gain has changed only where the interval of the ratio of both gains excludes 1', () => {
  const after = adviceOf({
    ...GAINS,
    '4g': [1.02, [1, 1.04], 'no difference'],
    '3g': [1.1, null, 'too few rounds'],
  })
  const changes = adviceChanges(adviceOf(), after)
  assert.match(
    changes.find((change) => change.startsWith('HTTP/3 on 4G')) ?? '',
    /^HTTP\/3 on 4G: the gain is 0\.82 times what it was \(0\.79–0\.86\); gain 1\.24 \(1\.19–1\.29\) before, 1\.02 \(1\.00.*\) after\.$/,
  )
  assert.match(
    changes.join('\n'),
    /HTTP\/3 on fibre: no change of the gain shown \(smallest detectable change 4 %\)/,
  )
  assert.match(changes.join('\n'), /HTTP\/3 on 3G: .*too few loads to tell whether it changed/)
})

test('gains over different baselines are not compared', () => {
  const changes = adviceChanges(adviceOf(), adviceOf(GAINS, { baseline: 'h1' }))
  assert.deepEqual(changes, [
    'Gains are over HTTP/2 before and over HTTP/1.1 after: they cannot be compared.',
  ])
})

test('what a site speaks now, and what is advised newly or no longer, is told', () => {
  const before = adviceOf({}, { whatIfs: [whatIfOf()] })
  const after = adviceOf(
    {},
    { speaks: { ...before.speaks, h3: true }, whatIfs: [whatIfOf({ advised: false })] },
  )
  assert.deepEqual(adviceChanges(before, after), [
    'HTTP/3: not answered before, answered after.',
    'Advised before, no longer: Serve the page from one host.',
  ])
})

test('advices on different pages are refused', () => {
  assert.throws(() => adviceChanges(adviceOf(), adviceOf({}, { url: 'https://other.test/' })), RangeError)
})
