import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EntityTags } from '../../../server/http/entity-tags.ts'
import { escapeHtml } from '../../../server/http/html.ts'
import { Problem, requireFound } from '../../../server/http/problem.ts'
import { visible, visibleJson } from '../../../server/http/visible.ts'

test('an entity tag is another one for each version of the data, address and run', () => {
  const tags = new EntityTags('run 1')
  const all = [
    tags.create(1, '/a'),
    tags.create(2, '/a'),
    tags.create(1, '/b'),
    new EntityTags('run 2').create(1, '/a'),
  ]
  assert.equal(new Set(all).size, 4)
  assert.equal(tags.create(1, '/a'), all[0])
  assert.match(all[0] ?? '', /^W\/"[\w-]{22}"$/)
})

for (const [text, escaped] of [
  ['<b a="1">', '&lt;b a=&quot;1&quot;&gt;'],
  ["it's & that", 'it&#39;s &amp; that'],
] as const)
  test(`${text} is text in HTML`, () => {
    assert.equal(escapeHtml(text), escaped)
  })

for (const [title, text, shown] of [
  ['a cursor movement', 'a\u001b[2J', 'a\\u{1b}[2J'],
  ['a line end', 'a\nb', 'a\\u{a}b'],
  ['a reversal', '\u202eabc', '\\u{202e}abc'],
  ['plain text of any script', 'höß 漢字 😀', 'höß 漢字 😀'],
] as const)
  test(`${title} is visible, and means the same in JSON`, () => {
    assert.equal(visible(text), shown)
    assert.equal(JSON.parse(visibleJson(JSON.stringify(text))), text)
  })

test('what is not found is a problem of 404 that names the kind of thing', () => {
  assert.equal(requireFound(0, 'survey'), 0)
  assert.throws(() => requireFound(null, 'survey'), { status: 404, message: 'There is no such survey.' })
  assert.deepEqual(new Problem('unavailable', 'Later.', 9).body, { error: 'unavailable', message: 'Later.' })
})
