import assert from 'node:assert/strict'
import { test } from 'node:test'
import { panelMarkdown } from '../../../extension/devtools/panel-markdown.ts'
import type { RecordedLoad } from '../../../extension/devtools/recorded-load.ts'
import { HTTP3_REASONS } from '../../../web/har/http3-reason.ts'

const LOAD: RecordedLoad = {
  address: 'https://site.test/',
  protocol: 'h2',
  http3: 'no_claim',
  waterfall: {
    arm: 'h2',
    label: null,
    which: 'as recorded',
    marks: { TTFB: null, FCP: null, LCP: null, load: null },
    requests: [],
  },
}

const METRICS = [
  { name: 'plt_ms', value: 812.7, note: null },
  { name: 'requests', value: 5, note: null },
]

test('a heading with address and protocol, why it was not HTTP/3, and the metrics as tables', () => {
  const lines = panelMarkdown(LOAD, METRICS).split('\n')
  assert.equal(lines[0], '## https://site.test/: HTTP/2')
  assert.equal(lines[2], `HTTP/3: ${HTTP3_REASONS.no_claim}`)
  assert.ok(lines.includes('| Page load time | 813 ms |'))
  assert.ok(lines.includes('| metric | value |'))
  assert.equal(lines.at(-2), 'One load, n = 1. Measured with towline.')
})

test('a table is a heading, an empty line, two lines of head and its rows, as Markdown wants it', () => {
  const lines = panelMarkdown(LOAD, METRICS).split('\n')
  for (const [i, line] of lines.entries()) {
    if (!line.startsWith('### ')) continue
    assert.deepEqual(lines.slice(i + 1, i + 4), ['', '| metric | value |', '| --- | ---: |'], line)
    assert.match(lines[i + 4] ?? '', /^\| .+ \| .+ \|$/)
  }
  for (const line of lines.filter((each) => each.startsWith('|')))
    assert.equal(line.replaceAll('\\|', '').split('|').length, 4, line)
})

test('nothing is said of HTTP/3 where it was used, or nothing is known of it', () => {
  for (const http3 of ['used', null] as const)
    assert.doesNotMatch(panelMarkdown({ ...LOAD, protocol: 'h3', http3 }, METRICS), /^HTTP\/3: /m)
})

test('without a load the page and its protocol are unknown', () =>
  assert.match(panelMarkdown(null, METRICS), /^## A page: unknown protocol\n/))
