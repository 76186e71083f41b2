import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPage } from '../../../cli/check/check-page.ts'
import { campaignOf, factsOf, reportOf } from './check-data.ts'

test('the page holds verdicts, chart, table and conditions, and needs no other file', () => {
  const html = checkPage(reportOf(), '1.2.3')
  assert.match(html, /<li>HTTP\/2 is faster than HTTP\/1\.1 by 200 ms/)
  assert.match(html, /<svg[^>]*role="img"/)
  assert.match(html, /<th scope="row">HTTP\/2<\/th><td>6<\/td><td>0<\/td><td>800<\/td><td>1\.25<\/td>/)
  assert.match(html, /<dt>when<\/dt><dd>2026-11-22 19:26 UTC<\/dd>/)
  assert.match(html, /towline 1\.2\.3, campaign 3, seed 7/)
  assert.doesNotMatch(html, /<script|<link|src=|url\(|@import/)
})

test('texts of others are escaped everywhere', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'&'
  const html = checkPage(
    reportOf({
      domain: hostile,
      url: hostile,
      facts: factsOf({ h1: true }),
      leftOut: [{ arm: 'h3', reason: hostile }],
      campaign: campaignOf({ browserVersion: hostile, vantage: hostile }),
    }),
    '1.2.3',
  )
  assert.ok(!html.includes('<img'))
  assert.equal(html.split('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;').length - 1, 6)
})

test('a notice says that it is the sandbox, and another that it was stopped; else there is none', () => {
  const cases: [Parameters<typeof campaignOf>[0], RegExp[]][] = [
    [{}, []],
    [{ sandbox: true }, [/Measured in the sandbox/]],
    [{ sandbox: true, state: 'stopped' }, [/Measured in the sandbox/, /stopped before its end/]],
  ]
  for (const [changes, expected] of cases) {
    const html = checkPage(reportOf({ campaign: campaignOf(changes) }), '1')
    const notices = html.match(/<p class="notice">.*<\/p>/g) ?? []
    assert.equal(notices.length, expected.length)
    for (const [i, notice] of expected.entries()) assert.match(notices[i] ?? '', notice)
  }
})
