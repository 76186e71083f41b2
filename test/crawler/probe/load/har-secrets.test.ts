import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyseLoad, harOfLoad } from '../../../../crawler/probe/campaign/analyse-load.ts'
import { html, startWeb } from '../../../servers/web.ts'
import { load, noBrowser, openTestBrowser } from '../browser/probe-browser.ts'

test('what is stored of a load holds no password of a URL, as text or as the header that it becomes', {
  skip: noBrowser,
}, async () => {
  await using web = await startWeb((request, response) => {
    if (request.url === '/page') return html(response, '<h1>page</h1>')
    response.statusCode = 302
    response.setHeader('location', `${web.origin.replace('//', '//user:secret@')}/page`)
    response.end()
  })
  await using browser = await openTestBrowser({ arm: 'http' })
  const loaded = await load(browser, `${web.origin}/`)
  assert.equal(loaded.failure, null)
  const password = `Basic ${btoa('user:secret')}`
  assert.ok(
    web.requests.some(({ headers }) => headers.authorization === password) ||
      /secret/.test(JSON.stringify(loaded.events)),
  )
  assert.equal(loaded.finalUrl, `${web.origin}/page`)
  const taken = { load: loaded, pcap: null, captureDrops: null, keys: '' } as never
  const stored = await analyseLoad(taken, harOfLoad(loaded), {
    tshark: null,
    signal: new AbortController().signal,
    warn: assert.fail,
  })
  assert.deepEqual(
    stored.har?.log.entries.map(({ request }) => request.url),
    [`${web.origin}/`, `${web.origin}/page`],
  )
  assert.doesNotMatch(JSON.stringify(stored), /secret|authorization/i)
  assert.ok(!JSON.stringify(stored).includes(btoa('user:secret')))
})
