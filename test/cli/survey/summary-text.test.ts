import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupsOf } from '../../../cli/survey/adoption-groups.ts'
import { share } from '../../../cli/survey/share.ts'
import { summaryLines } from '../../../cli/survey/summary-text.ts'
import { summaryCsv } from '../../../cli/survey/survey-summary.ts'
import { adoption } from '../../../stats/survey/adoption.ts'
import { asAsync, surveyed, surveyRow } from './facts.ts'

const SITES = [
  surveyed(1, { h1: true, h2: true, h3: true, cdn: 'Cloudflare', server: 'cloudflare' }),
  surveyed(2, { h1: true, h2: true, h3: false, server: 'nginx' }),
  surveyed(3, { reachable: false, failure: 'dns_nxdomain' }),
]

test('the summary counts of all and of reachable sites, in groups, with failures and the method', async () => {
  const text = summaryLines(1, surveyRow(), await adoption(asAsync(SITES)), null).join('\n')
  assert.match(text, /^\nSurvey 1: 3 sites, 2 reachable, list list\.csv, 2026-11-22, finished\n/)
  assert.match(text, /\n[^\n]*HTTP\/2[^\n]* 2 +66\.7 % \(20\.8–93\.9\) +100\.0 % \(34\.2–100\.0\)/)
  assert.match(text, /\nCDN +sites +h2 +h3 answered[^\n]*\n/)
  assert.match(text, /\nnone seen +2 /)
  assert.match(text, /\nfailure +site +h1 +h2 +h3\n(?:[^\n]*\n)*?dns_nxdomain +1 /)
  assert.match(text, /Wilson 95 % intervals/)
})

test('groups are by rank, CDN, server and stack; of many the first ten are shown', async () => {
  const many = Array.from({ length: 12 }, (_, i) => surveyed(i + 1, { server: `server${i}` }))
  const summary = await adoption(asAsync(many))
  assert.deepEqual(
    groupsOf(summary).map(([title]) => title),
    ['rank', 'CDN', 'server', 'HTTP/2 stack', 'HTTP/3 stack'],
  )
  assert.match(summaryLines(1, null, summary, null).join('\n'), /\n… and 2 more \(--format csv has all\)\n/)
})

test('CSV has a line for each group and row, with six significant digits', async () => {
  const [heading = '', ...lines] = summaryCsv(await adoption(asAsync(SITES)))
  assert.match(heading, /^"?grouping"?,"?group"?,"?n"?,/)
  const h2 = lines.find((line) => /^"all","all",3,2,"h2",/.test(line))
  assert.match(h2 ?? '', /^"all","all",3,2,"h2",2,\d+,0\.666667,/)
})

test('a share has its interval; unknown stays unknown', () => {
  assert.equal(share({ share: 0.3418, low: 0.291, high: 0.397 }), '34.2 % (29.1–39.7)')
  assert.equal(share(null), null)
})
