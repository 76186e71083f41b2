import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { createGzip } from 'node:zlib'
import { LOAD_LIMITS } from '../../crawler/probe/load/load-limits.ts'
import { atPort, load, noBrowser, openTestBrowser } from '../crawler/probe/browser/probe-browser.ts'
import { type Answer, html, startWeb } from '../servers/web.ts'

const BOMB_MEGABYTES = 600
const HALF_LIMIT_MS = LOAD_LIMITS.loadMs / 2

/** 600 MB of a text, in 3 MB of gzip; they are never in memory together. */
const bombOf = (text: string): Promise<Buffer> => {
  const megabyte = Buffer.alloc(1_000_000, text)
  return buffer(
    Readable.from(Array.from({ length: BOMB_MEGABYTES }, () => megabyte)).pipe(createGzip({ level: 1 })),
  )
}

/** A page that is the bomb, or that has it as `/part`. */
const page =
  (bomb: Buffer, type: string, element?: string): Answer =>
  (request, response) => {
    if (element !== undefined && request.url === '/') return html(response, element)
    response.setHeader('content-type', type)
    response.setHeader('content-encoding', 'gzip')
    response.end(bomb)
  }

test('600 MB in 3 MB of gzip, a page or a part of one, end the load under way', {
  skip: noBrowser,
}, async () => {
  const [blanks, words] = [await bombOf(' '), await bombOf('abc ')]
  const pages: Readonly<Record<string, Answer>> = {
    // Blanks are decoded at once. Words fill memory when a fiftieth of them has been, since the page lays them out first.
    blanks: page(blanks, 'text/html'),
    words: page(words, 'text/html'),
    style: page(blanks, 'text/css', '<link rel=stylesheet href=/part>'),
    script: page(blanks, 'text/javascript', '<script src=/part></script>'),
    fetched: page(
      blanks,
      'text/plain',
      '<img src=/part><script>fetch("/part").then((all) => all.text())</script>',
    ),
  }
  await using web = await startWeb((request, response) =>
    pages[(request.headers.host ?? '').split('.')[0] ?? '']?.(request, response),
  )
  for (const name of Object.keys(pages)) {
    // What takes too much memory ends its browser.
    await using browser = await openTestBrowser({ switches: atPort(web.port) })
    const { failure, events, wallMs } = await load(browser, `http://${name}.test/`)
    assert.equal(failure?.code, 'page_too_big', `${name}: ${failure?.code} ${failure?.detail}`)
    assert.ok(wallMs < HALF_LIMIT_MS, `${name}: ${wallMs} ms`)
    const decoded = events.reduce(
      (sum, event) => sum + (event.method === 'Network.dataReceived' ? event.params.dataLength : 0),
      0,
    )
    assert.ok(decoded < 2 * LOAD_LIMITS.bytes, `${name}: ${decoded} bytes were decoded`)
  }
})
