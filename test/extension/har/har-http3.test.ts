import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harHttp3 } from '../../../extension/har/har-http3.ts'
import { pageLoads } from '../../../extension/har/har-pages.ts'
import { readHarValue } from '../../../extension/har/read-har.ts'
import { http3Reason } from '../../../extension/http3/http3-reason.ts'
import { entry, har } from './har-text.ts'

type Header = { readonly name: string; readonly value: string }

/** A HAR whose document and a script, of any origin, have these response headers. */
function reason(documentHeaders: readonly Header[], script?: { url: string; headers: readonly Header[] }) {
  const answered = (url: string, headers: readonly Header[]) => {
    const plain = entry({ url }) as { response: object }
    return { ...plain, response: { ...plain.response, headers } }
  }
  const entries = [
    answered('https://www.site.test/', documentHeaders),
    ...(script ? [answered(script.url, script.headers)] : []),
  ]
  const read = readHarValue(har({ entries }))
  assert.ok('har' in read)
  const [load = assert.fail()] = pageLoads(read.har)
  const facts = harHttp3(load, read.har)
  return facts && http3Reason(facts)
}

const SERVER = { name: 'Server', value: 'test' }
const claim = (value: string) => ({ name: 'ALT-SVC', value })

test('a record without headers knows nothing of a claim', () => assert.equal(reason([]), 'no_headers'))

test('headers without Alt-Svc are no claim', () => assert.equal(reason([SERVER]), 'no_claim'))

test('two lines of Alt-Svc are one text', () =>
  assert.equal(reason([claim('h2=":443"'), claim('h3=":443"; ma=60')]), 'claimed'))

test('a claim of another answer of the same origin counts, and of another origin does not', () => {
  const headers = [claim('h3=":443"')]
  assert.equal(reason([SERVER], { url: 'https://www.site.test/a.js', headers }), 'claimed')
  assert.equal(reason([SERVER], { url: 'https://cdn.test/a.js', headers }), 'no_claim')
})
