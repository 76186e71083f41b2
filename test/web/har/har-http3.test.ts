import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pageLoads } from '../../../har/page-loads.ts'
import { harHttp3 } from '../../../web/har/har-http3.ts'
import { http3Reason } from '../../../web/har/http3-reason.ts'
import { readHarValue } from '../../../web/har/read-har.ts'
import { CHROME, entry, har, PAGE } from './har-text.ts'

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

describe('of two loads of a page, the second', () => {
  const FIRST = '2026-11-21T12:00:00.000Z'
  const LATER = '2026-11-21T12:01:00.000Z'
  const second = (earlier: string, { automated = false, started = LATER } = {}) => {
    const answered = (page: string, time: string, value: string) => {
      const plain = entry({
        started: time,
        more: { pageref: page },
        ...(automated && { userAgent: `${CHROME} HeadlessChrome/156.0.0.0` }),
      }) as { response: object }
      return { ...plain, response: { ...plain.response, headers: [claim(value)] } }
    }
    const pages = [
      { ...PAGE, id: 'a', startedDateTime: FIRST },
      { ...PAGE, id: 'b', startedDateTime: started },
    ]
    const entries = [answered('a', FIRST, earlier), answered('b', started, 'h3=":443"')]
    const read = readHarValue(har({ pages, entries }))
    assert.ok('har' in read)
    return pageLoads(read.har).map((load) => {
      const facts = harHttp3(load, read.har)
      return facts && http3Reason(facts)
    })
  }

  test('knew of the claim of the first', () =>
    assert.deepEqual(second('h3=":443"'), ['claimed', 'claimed_before']))
  test('knew nothing where the claim had expired', () =>
    assert.deepEqual(second('h3=":443"; ma=30')[1], 'claimed'))
  test('knew nothing where there was none', () => assert.deepEqual(second('clear')[1], 'claimed'))
  test('knew nothing where the first had not ended', () =>
    assert.deepEqual(second('h3=":443"', { started: '2026-11-21T12:00:00.100Z' })[1], 'claimed'))
  test('knew nothing where a program loaded both, each with a new profile', () =>
    assert.deepEqual(second('h3=":443"', { automated: true })[1], 'claimed'))
})
