import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { h3Origins } from '../../../../crawler/probe/campaign/h3-origins.ts'
import { openResolver } from '../../../../crawler/survey/dns/stub-resolver.ts'
import { serveQuic } from '../../../../lab/sandbox/zoo/quic-server.ts'
import { makeAuthority } from '../../../servers/certificates.ts'
import { serveDns } from '../../../servers/dns.ts'
import { hurried, PATIENT, surveyContext } from '../../../servers/survey-context.ts'
import { testFolder } from '../../../test-folder.ts'
import { request } from '../load/load-sample.ts'

/** Nobody listens there: what is asked for over HTTP/3 does not answer. */
const NOWHERE = '127.0.0.77'
const ALT_SVC = 'h3=":443"; ma=86400'
/** `1 . alpn="h3,h2"`. */
const HTTPS_RECORD = Buffer.from('00010000010006026833026832', 'hex')

async function originsOf(
  page: readonly { readonly url: string; readonly altSvc?: string }[],
  { surveyed = 'site.test', records = [] as readonly string[], absent = [] as readonly string[] } = {},
) {
  await using server = await serveDns(({ name, type }) => {
    if (absent.includes(name)) return { rcode: 3 }
    if (type === 'A') return { answers: [{ type: 'A', name, ttl: 1, data: NOWHERE }] }
    const isHttps = type === 'UNKNOWN_65' || type === 'HTTPS'
    return isHttps && records.includes(name)
      ? { answers: [{ type: 'UNKNOWN_65' as 'NULL', name, ttl: 1, data: HTTPS_RECORD }] }
      : {}
  })
  await using resolver = openResolver({ servers: [server.address], timeouts: PATIENT })
  const requests = page.map(({ url, altSvc }) =>
    request({ url, responseHeaders: altSvc === undefined ? {} : { 'alt-svc': altSvc } }),
  )
  const found = await h3Origins(requests, surveyed, () => surveyContext({ resolver }))
  return found.map(({ host, claimedBy, answers }) => [host, claimedBy, answers])
}

test('an origin that says HTTP/3 by Alt-Svc or by its HTTPS record is asked, and not forced where it does not answer', async () => {
  const page = [
    { url: 'https://site.test/' },
    { url: 'https://cdn.test/1.png', altSvc: ALT_SVC },
    { url: 'https://cdn.test/2.png', altSvc: ALT_SVC },
    { url: 'https://dns.test/3.png' },
    { url: 'https://plain.test/4.png' },
  ]
  assert.deepEqual(await originsOf(page, { records: ['dns.test'] }), [
    ['cdn.test', 'alt-svc', false],
    ['dns.test', 'https-record', false],
    ['site.test', 'survey', false],
  ])
})

test('what is said of another host or port, of cleartext, or taken back, is no promise of the origin', async () => {
  const page = [
    { url: 'https://a.test/', altSvc: 'h3=":8443"; ma=86400' },
    { url: 'https://b.test/', altSvc: 'h3="other.test:443"; ma=86400' },
    { url: 'https://c.test/', altSvc: 'h3=":443"; ma=0' },
    { url: 'https://d.test/', altSvc: 'clear' },
    { url: 'https://e.test/', altSvc: 'h2=":443"; ma=86400' },
    { url: 'https://f.test:8443/', altSvc: ALT_SVC },
    { url: 'http://g.test/', altSvc: ALT_SVC },
    { url: 'data:,', altSvc: ALT_SVC },
  ]
  assert.deepEqual(await originsOf(page), [['site.test', 'survey', false]])
})

test('the page of another port is asked for at that port; a further host at another port is not', async () => {
  const altSvc = 'h3=":8443"; ma=86400'
  const page = [
    { url: 'https://site.test:8443/', altSvc },
    { url: 'https://other.test:8443/', altSvc },
  ]
  const records = ['site.test']
  assert.deepEqual(await originsOf(page, { surveyed: 'site.test:8443', records }), [
    ['site.test:8443', 'alt-svc', false],
  ])
  const silent = [{ url: 'https://site.test:8443/' }]
  assert.deepEqual(await originsOf(silent, { surveyed: 'site.test:8443', records }), [
    ['site.test:8443', 'survey', false],
  ])
})

test('an origin answers where its first address does not and another one does', async () => {
  const authority = makeAuthority()
  const folder = testFolder()
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, authority.ca)
  const pair = authority.leaf({ altNames: 'DNS:site.test' })
  await using quic = await serveQuic({ address: '127.0.0.1', port: 0, ...pair, behaviour: 'ok' })
  await using server = await serveDns(({ name, type }) =>
    type === 'A'
      ? { answers: [NOWHERE, '127.0.0.1'].map((data) => ({ type: 'A' as const, name, ttl: 1, data })) }
      : {},
  )
  await using resolver = openResolver({ servers: [server.address], timeouts: PATIENT })
  const timeouts = hurried('quicHandshakeMs')
  const found = await h3Origins([], `site.test:${quic.port}`, () =>
    surveyContext({ resolver, caFile, timeouts }),
  )
  assert.deepEqual(
    found.map(({ answers, detail }) => [answers, detail]),
    [[true, null]],
  )
})

test('an origin whose name is gone by then does not answer', async () => {
  const page = [{ url: 'https://gone.test/', altSvc: ALT_SVC }]
  assert.deepEqual(await originsOf(page, { surveyed: 'gone.test', absent: ['gone.test'] }), [
    ['gone.test', 'alt-svc', false],
  ])
})
