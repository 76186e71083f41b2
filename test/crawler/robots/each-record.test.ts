import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachRecord } from '../../../crawler/robots/each-record.ts'

function recordsOf(text: string): string[] {
  const found: string[] = []
  eachRecord(text, (key, value) => found.push(`${key}=${value}`))
  return found
}

for (const [what, text, records] of [
  [
    'lines of any ending',
    'User-agent: a\rAllow: /b\r\nDisallow: /c\n',
    ['user-agent=a', 'allow=/b', 'disallow=/c'],
  ],
  ['keys in any case with blanks', ' DISALLOW \t:  /a  ', ['disallow=/a']],
  ['a comment', 'Allow: /a # why', ['allow=/a']],
  ['a comment before the colon', '# Allow: /a', []],
  ['another key', 'Sitemap: /a\nCrawl-delay: 1', []],
  ['a colon in the value', 'Allow: /a:b', ['allow=/a:b']],
  ['no value', 'Disallow:', ['disallow=']],
  ['no colon', 'Disallow /', []],
  ['nothing', '', []],
] as const)
  test(`${what}: ${records.length} record(s)`, () => {
    assert.deepEqual(recordsOf(text), records)
  })
