import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harOf } from '../../../../crawler/probe/load/har.ts'
import { replayMark } from '../../../../har/replay-mark.ts'
import { html, startWeb } from '../../../servers/web.ts'
import { load, noBrowser, openTestBrowser } from '../browser/probe-browser.ts'

test('every answer has its own mark in the HAR: of a redirect’s hops, and where CORS forbids to read it', {
  skip: noBrowser,
}, async () => {
  await using other = await startWeb((_, response) => {
    response.setHeader('towline-replay', 'url 3')
    response.setHeader('towline-waited', '12.345')
    response.end('not for others')
  })
  const held = Promise.withResolvers<void>()
  await using web = await startWeb((request, response) => {
    const { url = '' } = request
    if (url === '/unmarked') return void response.end('x')
    response.setHeader('towline-replay', `url ${['/', '/from', '/to'].indexOf(url)}`)
    if (url === '/gate') return void held.promise.then(() => response.end())
    if (url === '/done') held.resolve()
    if (url === '/from') {
      response.statusCode = 302
      response.setHeader('location', '/to')
      response.end()
    } else if (url !== '/') response.end('x')
    else
      html(
        response,
        `<img src="/gate"><script>
Promise.allSettled(['/from', '/unmarked', '${other.origin}/'].map((url) => fetch(url))).then(() => fetch('/done'))
</script>`,
      )
  })
  await using browser = await openTestBrowser({ arm: 'http' })
  const { log } = harOf(await load(browser, `${web.origin}/`))
  const marks = log.entries.map((entry) => {
    const { host, pathname } = new URL(entry.request.url)
    return [host === new URL(web.origin).host ? pathname : 'other', replayMark(entry)]
  })
  assert.deepEqual(Object.fromEntries(marks), {
    '/': 'url 0',
    '/from': 'url 1',
    '/to': 'url 2',
    '/unmarked': null,
    other: 'url 3 12.345',
    '/done': 'url -1',
    '/gate': 'url -1',
  })
})
