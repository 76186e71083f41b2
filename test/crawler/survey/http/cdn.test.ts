import assert from 'node:assert/strict'
import { test } from 'node:test'
import table from '../../../../crawler/survey/http/cdn.json' with { type: 'json' }
import { CDN_HEADERS, detectCdn } from '../../../../crawler/survey/http/cdn.ts'

const none = { cnames: [], headers: {} }

test('knows at least 25 networks, each with its documentation and some evidence', () => {
  const names = table.providers.map(({ cdn }) => cdn)
  assert.ok(names.length >= 25)
  assert.equal(new Set(names).size, names.length)
  for (const { cdn, docs, cnames, headers } of table.providers) {
    assert.match(docs, /^https:\/\//, cdn)
    assert.ok(cnames.length + headers.length > 0, cdn)
  }
  for (const name of [
    'Cloudflare',
    'Fastly',
    'Akamai',
    'CloudFront',
    'Google',
    'Azure Front Door',
    'Bunny',
    'CDN77',
  ]) {
    assert.ok(names.includes(name), name)
  }
  assert.match(table.date, /^\d{4}-\d\d-\d\d$/)
})

test('the table is written as it is compared: lower case, a suffix belongs to one network', () => {
  const suffixes = table.providers.flatMap(({ cnames }) => cnames)
  assert.equal(new Set(suffixes).size, suffixes.length)
  for (const suffix of suffixes) assert.match(suffix, /^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
  const rules: { name: string; prefix?: string; contains?: string }[] = table.providers.flatMap(
    ({ headers }) => headers,
  )
  for (const { name, prefix, contains } of rules) {
    for (const text of [name, prefix, contains]) assert.equal(text, text?.toLowerCase())
  }
})

test('every CNAME of the table is found below a customer’s name, and at a label boundary only', () => {
  for (const { cdn, cnames } of table.providers) {
    for (const suffix of cnames) {
      assert.deepEqual(detectCdn({ ...none, cnames: [`www.example.com.${suffix}.`] }), {
        cdn,
        evidence: 'cname',
      })
      assert.equal(detectCdn({ ...none, cnames: [`not${suffix}.example`] }), null, suffix)
      assert.equal(detectCdn({ ...none, cnames: [`x${suffix}`] }), null, suffix)
    }
  }
})

test('every header rule of the table is found, whatever the case of the value', () => {
  for (const { cdn, headers } of table.providers) {
    const rules: readonly { name: string; prefix?: string; contains?: string }[] = headers
    for (const { name, prefix, contains } of rules) {
      const value = `${prefix ?? ''}${contains ? `x ${contains} y` : ''}z`.toUpperCase()
      assert.deepEqual(
        detectCdn({ ...none, headers: { [name]: value } }),
        { cdn, evidence: 'header' },
        `${name}: ${value}`,
      )
    }
  }
})

test('reads real answers', () => {
  for (const [headers, cdn] of [
    [{ server: 'cloudflare', 'cf-ray': '8c1f0a-FRA' }, 'Cloudflare'],
    [{ server: 'AkamaiGHost' }, 'Akamai'],
    [{ via: '1.1 0a1b2c.cloudfront.net (CloudFront)' }, 'CloudFront'],
    [{ 'x-served-by': 'cache-fra-eddf8230081-FRA', via: '1.1 varnish' }, 'Fastly'],
    [{ server: 'GitHub.com', 'x-served-by': 'cache-fra-eddf8230081-FRA' }, 'GitHub Pages'],
    [{ server: 'cloudflare', 'powered-by': 'Shopify' }, 'Shopify'],
    [{ server: 'cloudflare', 'x-vercel-id': 'fra1::abc' }, 'Cloudflare'],
    [{ via: '1.1 google' }, 'Google'],
    [{ server: 'BunnyCDN-DE1-1082' }, 'Bunny'],
    [{ server: 'nginx', via: '1.1 varnish', 'x-cache': 'HIT' }, null],
    [{ server: 'ATS/9.2.5' }, null],
    [{}, null],
  ] as const) {
    assert.equal(detectCdn({ cnames: [], headers })?.cdn ?? null, cdn, JSON.stringify(headers))
  }
})

test('a CNAME beats a header, and the last known name of a chain the ones before', () => {
  const headers = { server: 'cloudflare' }
  assert.deepEqual(detectCdn({ cnames: ['x.b-cdn.net'], headers }), { cdn: 'Bunny', evidence: 'cname' })
  assert.deepEqual(detectCdn({ cnames: ['www.example.net'], headers }), {
    cdn: 'Cloudflare',
    evidence: 'header',
  })
  const cnames = [
    'shops.myshopify.com',
    'www.example.org.edgekey.net',
    'e1.a.akamaiedge.net',
    'host.example.org',
  ]
  assert.equal(detectCdn({ cnames, headers })?.cdn, 'Akamai')
})

test('further names of the host are read like a CNAME, after those of the chain', () => {
  assert.equal(detectCdn({ ...none, dnsNames: ['someone.github.io'] })?.cdn, 'GitHub Pages')
  assert.equal(
    detectCdn({ cnames: ['x.fastly.net'], headers: {}, dnsNames: ['someone.github.io'] })?.cdn,
    'Fastly',
  )
})

test('names every header it reads, for those who keep headers', () => {
  assert.deepEqual(CDN_HEADERS, [...new Set(CDN_HEADERS)].sort())
  const asked = new Set<string>()
  const watched = new Proxy<Record<string, string>>(
    {},
    {
      getOwnPropertyDescriptor: (_, name) => {
        asked.add(String(name))
        return undefined
      },
    },
  )
  assert.equal(detectCdn({ cnames: [], headers: watched }), null)
  assert.deepEqual([...asked].sort(), CDN_HEADERS)
})

test('a header called like a member of every object is not taken for one', () => {
  assert.equal(
    detectCdn({ cnames: ['constructor', '__proto__', ''], headers: Object.create({ 'cf-ray': 'x' }) }),
    null,
  )
})
