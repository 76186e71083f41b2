import assert from 'node:assert/strict'
import { test } from 'node:test'
import puppeteer from 'puppeteer'
import { findBrowser } from '../../../../crawler/probe/browser/find-browser.ts'
import { harOf } from '../../../../crawler/probe/load/har.ts'
import { html, startWeb } from '../../../servers/web.ts'
import { load, noBrowser, openTestBrowser } from '../browser/probe-browser.ts'

/** What the importer of the Network panel makes of a request; its own names. */
interface ImportedRequest {
  url(): string
  statusCode: number
  protocol: string
  startTime: number
  endTime: number
}

/** Runs in a page of DevTools: modules of the browser's own. */
async function importHar(text: string) {
  const modules = 'devtools://devtools/bundled/models/har/har.js'
  const { HARFormat, Importer } = await import(modules)
  const { log } = new HARFormat.HARRoot(JSON.parse(text))
  const requests: ImportedRequest[] = Importer.Importer.requestsFromHARLog(log)
  return requests.map((request) => ({
    url: request.url(),
    status: request.statusCode,
    protocol: request.protocol,
    lastsMs: (request.endTime - request.startTime) * 1e3,
  }))
}

test('Chromium’s own DevTools import a HAR as it is, failed requests included', {
  skip: noBrowser,
}, async () => {
  await using web = await startWeb((request, response) => {
    if (request.url === '/lost') request.socket.destroy()
    else if (request.url === '/') html(response, '<img src="/image"><img src="/lost">')
    else setTimeout(() => response.end(), 120)
  })
  await using browser = await openTestBrowser({ arm: 'http' })
  const it = await load(browser, `${web.origin}/`)
  assert.equal(it.failure, null)
  const devtools = await puppeteer.launch({
    executablePath: findBrowser() ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const page = await devtools.newPage()
    await page.goto('devtools://devtools/bundled/devtools_app.html')
    const requests = await page.evaluate(importHar, JSON.stringify(harOf(it)))
    assert.deepEqual(
      requests.map(({ url, status, protocol }) => [url.replace(web.origin, ''), status, protocol]).sort(),
      [
        ['/', 200, 'http/1.1'],
        ['/image', 200, 'http/1.1'],
        ['/lost', 0, 'unknown'],
      ],
    )
    const image = requests.find(({ url }) => url.endsWith('/image'))
    assert.ok((image?.lastsMs ?? 0) >= 119, `${image?.lastsMs} ms`)
  } finally {
    await devtools.close()
  }
})
