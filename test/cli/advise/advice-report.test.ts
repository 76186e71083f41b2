import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceReport } from '../../../cli/advise/advice-report.ts'
import { adviceLines } from '../../../cli/advise/advice-text.ts'
import { adviceOf, GAINS, whatIfOf } from './advice-data.ts'

test('a report opens with the answer, and says each verdict in words beside its colour', () => {
  const report = adviceReport(adviceOf())
  assert.match(report, /<h1 class="answer">On 4G, HTTP\/3 would show this page 1\.24 times as fast/)
  assert.match(report, /<td class="faster">\s*<b>faster<\/b>\s*<span>1\.24 \(1\.19–1\.29\)<\/span>/)
  assert.match(report, /<td class="unchanged">\s*<b>no difference that matters<\/b>/)
  assert.match(report, /<td class="unknown">\s*<b>not decided<\/b>/)
  assert.match(report, /400 ms<span>60 % of HTTP\/3’s time is left to gain at most/)
})

test('a report needs no network and no script, and escapes what a site says', () => {
  const whatIfs = [whatIfOf({ why: '<script>alert(1)</script>' })]
  const report = adviceReport(adviceOf(GAINS, { whatIfs, advice: ['Serve it.'] }))
  assert.doesNotMatch(report, /<script|<link|<img|@import|url\(/)
  assert.match(report, /default-src 'none'/)
  assert.match(report, /&lt;script&gt;/)
  assert.match(report, /<dt>nginx<\/dt>\s*<dd>Name them in <code>server_name<\/code>/)
})

test('live and replayed verdicts stand apart', () => {
  const report = adviceReport(adviceOf())
  const [replayed = '', live = ''] = report.split('<h2>What your servers do today</h2>')
  assert.doesNotMatch(replayed, /HTTP\/2 is faster than HTTP\/1\.1/)
  assert.match(live, /HTTP\/2 is faster than HTTP\/1\.1/)
})

test('a report of what was stopped says so', () => {
  assert.match(adviceReport(adviceOf({}, { state: 'stopped' })), /class="notice">This was stopped/)
  assert.doesNotMatch(adviceReport(adviceOf()), /This was stopped/)
})

test('a page that was not replayed has a report, too', () => {
  const advice = adviceOf({}, { replays: null, live: null, notShown: ['The page was not loaded.'] })
  assert.match(adviceReport(advice), /Nothing is advised, as nothing was replayed/)
  assert.match(adviceLines(advice, 80).join('\n'), /Not shown:\nThe page was not loaded\./)
})

test('that no change is advised says how many are not decided', () => {
  const open = whatIfOf({
    advised: false,
    results: whatIfOf().results.map((each) => ({ ...each, outcome: 'not decided' })),
  })
  assert.match(
    adviceReport(adviceOf(GAINS, { whatIfs: [open, whatIfOf({ advised: false })] })),
    /of 2 that were tried none was shown to gain enough to matter; 1 of them are not decided\./,
  )
})
