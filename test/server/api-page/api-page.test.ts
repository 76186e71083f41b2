import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { openApiDocument, pathTemplate } from '../../../server/app/openapi.ts'
import { API_ROOT, ENDPOINTS, type EndpointName } from '../../../server/contract/contract.ts'
import { opened } from '../../opened.ts'
import { served } from '../served.ts'

let page = ''

const server = opened(served, async () => {
  page = await (await fetch(`${server.url}/api/`)).text()
})

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** The page as it is answered to this `Host`. */
async function pageFor(host: string, headers: Record<string, string> = {}): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const sent = request(`${server.url}/api/`, { headers: { ...headers, Host: host } }, async (response) => {
    let text = ''
    for await (const piece of response) text += String(piece)
    resolve(text)
  })
  sent.on('error', reject).end()
  return promise
}

test('it has an article for each operation with its path, and runs nothing that is not the dashboard’s', () => {
  for (const [name, { path }] of Object.entries(ENDPOINTS)) {
    assert.ok(page.includes(`<article class="endpoint" id="${name}">`), name)
    assert.ok(page.includes(pathTemplate(path)), path)
  }
  assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)|style=|javascript:|\son\w+=/)
})

test('every parameter has words', () => {
  for (const row of page.matchAll(
    /<tr><th scope="row"><code>(\w+)<\/code><\/th><td>(?:path|query)<\/td><td>(.*?)<\/td>/g,
  )) {
    const [, name, words = ''] = row
    assert.ok(words.replace(/; required$/, '').length > 10, `${name}: ${words}`)
  }
  assert.match(page, /<code>points<\/code><\/th><td>query<\/td><td>[^<]*; 2 to 1,001/)
  assert.match(page, /<code>arm<\/code><\/th><td>query<\/td><td>What the browser is made to do/)
})

test('examples are answers of this data, as the contract has them', async () => {
  const examples = [
    ...page.matchAll(
      /<article class="endpoint" id="(\w+)">(?:(?!<\/article>)[\s\S])*?<a href="([^"]+)">[^<]*<\/a>, lists cut[\s\S]*?<code>([\s\S]*?)<\/code>/g,
    ),
  ]
  const shown = new Map(examples.map(([, name = '', address = '', json = '']) => [name, { address, json }]))
  // A HAR is a file, and the fixture's HTTP/3 has none.
  const without = Object.keys(ENDPOINTS).filter((name) => !shown.has(name))
  assert.ok(shown.size >= 28, `without an example: ${without.join(', ')}`)
  for (const [name, { address, json }] of shown) {
    ENDPOINTS[name as EndpointName].answer.parse(JSON.parse(unescaped(json)))
    const response = await fetch(server.url + unescaped(address))
    assert.ok(response.ok, `${address}: ${response.status}`)
  }
})

test('the examples’ origin is the one that was asked, or a placeholder', async () => {
  assert.ok(page.includes(`curl -sS &quot;${server.url}/api/v1/`))
  assert.ok((await pageFor('Data.Example.org:8443')).includes('http://data.example.org:8443/api/v1/'))
  // A name by RFC 3986, and none that a shell may be given.
  const odd = await pageFor('$(id)')
  assert.ok(odd.includes('https://towline.example/api/v1/') && !odd.includes('$(id)'))
  for (const host of ['x"; rm -rf ~ #', '<script>', 'a b', '`id`', 'a/b']) {
    const refused = { error: 'bad_request', message: 'A request has one Host field, which names a host.' }
    assert.deepEqual(JSON.parse(await pageFor(host)), refused, host)
  }
})

test('nobody in front is believed who was not announced', async () => {
  const text = await pageFor('towline.test', {
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'evil.test',
  })
  assert.ok(text.includes('&quot;http://towline.test/api/v1/'))
  assert.ok(!text.includes('evil.test'))
})

test('a configured origin is that of the examples and of link previews, whatever is asked', async () => {
  await using configured = await served({ publicOrigin: 'https://towline.example.org' })
  const api = await (await fetch(`${configured.url}/api/`)).text()
  assert.ok(api.includes('https://towline.example.org/api/v1/') && !api.includes(configured.url))
})

test('link previews have absolute addresses where the origin is configured, and none where it is not', async () => {
  await using plain = await served({ webFolder: WEB_FOLDER })
  await using configured = await served({
    webFolder: WEB_FOLDER,
    publicOrigin: 'https://towline.example.org',
  })
  assert.doesNotMatch(await (await fetch(`${plain.url}/sites`)).text(), /og:(image|url)/)
  const response = await fetch(`${configured.url}/sites/a%22b`)
  const html = await response.text()
  assert.equal(response.status, 404, 'a page that there is not stays one')
  assert.match(html, /<meta property="og:image" content="https:\/\/towline\.example\.org\/icon\.png" \/>/)
  assert.match(html, /<meta property="og:url" content="https:\/\/towline\.example\.org\/sites\/a%22b" \/>/)
  assert.equal((await fetch(`${configured.url}/icon.png`)).status, 200)
})

test('the frame of the server’s pages is no page', async () => {
  await using built = await served({ webFolder: WEB_FOLDER })
  assert.equal((await fetch(`${built.url}/frame.html`)).status, 404)
  const html = await (await fetch(`${built.url}/api/`)).text()
  assert.match(
    html,
    /<nav class="pages"[\s\S]*<title>API – towline|<title>API – towline[\s\S]*<nav class="pages"/,
  )
  assert.doesNotMatch(html, /<!-- (notice|content|part)/)
  assert.match(html, /<aside id="notice"[^>]*>All numbers were made in towline’s own sandbox/)
})

test('the page lists what the OpenAPI file does, by its tags', () => {
  for (const { name, description = '' } of openApiDocument('1').tags ?? []) {
    assert.ok(page.includes(`<h2 id="${name}">`), name)
    assert.ok(page.includes(`scope="rowgroup">${description}`), description)
  }
  assert.ok(page.includes(`${API_ROOT}/openapi.json`))
})
