import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentLink } from '../../../web/documents/document-link.ts'

test('links between the documents of the Method page lead to its headings, others out or nowhere', () => {
  for (const [href, target] of [
    ['metrics.md', '#metrics-of-a-sample'],
    ['../docs/failures.md', '#failure-codes'],
    ['method.md#the-field', '#the-field'],
    ['#arms', '#arms'],
    ['https://www.rfc-editor.org/rfc/rfc9114', 'https://www.rfc-editor.org/rfc/rfc9114'],
    ['lab.md', null],
    ['decisions/019-intervals.md', null],
  ] as const) {
    assert.equal(documentLink(href), target, href)
  }
})
