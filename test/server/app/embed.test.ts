import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { discoveryLink, embeddedBy } from '../../../server/app/oembed.ts'
import { EMBED_FIGURES } from '../../../server/contract/embed-figures.ts'
import { opened } from '../../opened.ts'
import { served } from '../served.ts'

const ORIGIN = 'https://towline.example'

const server = opened(() => served({ webFolder: WEB_FOLDER, publicOrigin: ORIGIN }))

const oembed = (url: string, more = '') => fetch(`${server.url}/oembed?url=${encodeURIComponent(url)}${more}`)

test('pages of figures may be framed by any site, and no other page by any', async () => {
  for (const figure of Object.keys(EMBED_FIGURES)) {
    const { status, headers } = await fetch(`${server.url}/embed/${figure}?site=site1.test`)
    assert.equal(status, 200, figure)
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors \*;/)
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none';script-src 'self';/)
    assert.equal(headers.get('x-frame-options'), null)
  }
  for (const path of [
    '/',
    '/sites/site1.test',
    '/har',
    '/advice',
    '/api/',
    '/embed/nothing',
    '/embed.html',
    '/embed/gains/x',
    '/oembed',
  ]) {
    const { headers } = await fetch(server.url + path)
    assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path)
    assert.equal(headers.get('x-frame-options'), 'DENY', path)
  }
})

test('a figure of what is not there is 404', async () => {
  for (const path of [
    ...['gains', 'cdf?site=', 'gains?site=nowhere.test', 'cdf?site=site1.test&campaign=999', 'nothing'],
    ...['adoption?survey=999', 'gains?site=site1.test%2F..%2Fx'],
  ])
    assert.equal((await fetch(`${server.url}/embed/${path}`)).status, 404, path)
  assert.equal((await fetch(`${server.url}/embed.html`)).status, 404)
})

test('oEmbed answers with a frame of the figure that an address is about', async () => {
  for (const [path, expected] of [
    ['/sites/site1.test', '/embed/gains?site=site1.test'],
    [
      '/sites/Site1.test?campaign=1&metric=ttfb_ms&from=3',
      '/embed/gains?site=site1.test&amp;metric=ttfb_ms&amp;campaign=1',
    ],
    ['/sites/site1.test?scale=log#cdf', '/embed/cdf?site=site1.test&amp;scale=log'],
    ['/', '/embed/adoption'],
    ['/?of=reachable#trend', '/embed/trend?of=reachable'],
    ['/embed/cdf?site=site1.test', '/embed/cdf?site=site1.test'],
  ] as const) {
    const response = await oembed(ORIGIN + path, '&format=json')
    assert.equal(response.status, 200, path)
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
    const answer = (await response.json()) as Record<string, unknown>
    assert.deepEqual(
      [answer.version, answer.type, answer.provider_url, answer.width],
      ['1.0', 'rich', ORIGIN, 680],
    )
    assert.match(String(answer.html), /^<iframe src="[^"<>]+" title="[^"<>]+" width="680" height="\d+"/)
    assert.ok(String(answer.html).includes(`src="${ORIGIN}${expected}"`), String(answer.html))
  }
  const small = (await (await oembed(`${ORIGIN}/`, '&maxwidth=300&maxheight=200')).json()) as object
  assert.deepEqual(
    { ...small, title: '', html: '' },
    { ...small, width: 300, height: 200, title: '', html: '' },
  )
})

test('an address that is none of ours, or not there, is refused in a line that repeats nothing of it', async () => {
  for (const url of [
    ...['https://elsewhere.example/sites/site1.test', 'https://towline.example.evil/sites/site1.test'],
    ...['http://towline.example/sites/site1.test', 'https://towline.example:8443/sites/site1.test'],
    ...[
      'https://user:secret@towline.example/sites/site1.test',
      'javascript:alert(1)',
      'data:text/html,x',
      '//x',
      'x',
    ],
    ...[
      `${ORIGIN}/sites/"><script>alert(1)</script>`,
      `${ORIGIN}/sites/site1.test/x`,
      `${ORIGIN}/sites/nowhere.test`,
    ],
    ...[
      `${ORIGIN}/embed/nothing`,
      `${ORIGIN}/embed/gains`,
      `${ORIGIN}/lab`,
      `${ORIGIN}/sites/site1.test?campaign=999`,
    ],
  ]) {
    const response = await oembed(url)
    assert.equal(response.status, 404, url)
    const { message } = (await response.json()) as { message: string }
    assert.equal(message, 'There is no figure of this server at that address.', url)
  }
  for (const query of [
    '',
    '?url=',
    `?url=x&url=y`,
    `?url=${'x'.repeat(3_000)}`,
    '?url=x&maxwidth=-1',
    '?url=x&maxheight=y',
  ])
    assert.ok([400, 404].includes((await fetch(`${server.url}/oembed${query}`)).status), query)
  assert.equal((await oembed(`${ORIGIN}/`, '&format=xml')).status, 501)
})

test('choices that are no words of ours are left out of the frame', () => {
  const found = embeddedBy(`${ORIGIN}/sites/a.test?metric="><b>&campaign=1%22&scale=log#cdf`, ORIGIN)
  assert.equal(found?.path, '/embed/cdf?site=a.test&scale=log')
})

test('pages with a figure tell of it, by the configured origin alone', async () => {
  const page = await (
    await fetch(`${server.url}/sites/site1.test?campaign=1`, { headers: { Host: 'evil.example' } })
  ).text()
  const href = `${ORIGIN}/oembed?url=${encodeURIComponent(`${ORIGIN}/sites/site1.test?campaign=1`)}&amp;format=json`
  assert.ok(
    page.includes(`<link rel="alternate" type="application/json+oembed" href="${href}"`),
    page.slice(0, 600),
  )
  assert.doesNotMatch(page, /evil/)
  assert.equal(discoveryLink(ORIGIN, '/lab'), '')
  await using unknown = await served({ webFolder: WEB_FOLDER })
  assert.doesNotMatch(await (await fetch(`${unknown.url}/sites/site1.test`)).text(), /oembed/)
  const none = await fetch(`${unknown.url}/oembed?url=${encodeURIComponent(`${unknown.url}/`)}`)
  assert.equal(none.status, 404)
  assert.match(((await none.json()) as { message: string }).message, /--public-origin/)
})
