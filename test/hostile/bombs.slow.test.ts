import assert from 'node:assert/strict'
import { test } from 'node:test'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { LOAD_LIMITS } from '../../crawler/probe/load/load-limits.ts'
import { atPort, load, noBrowser, openTestBrowser } from '../crawler/probe/browser/probe-browser.ts'
import { SharedBrowsers } from '../crawler/probe/browser/shared-browsers.ts'
import { type Answer, html, startWeb } from '../servers/web.ts'

const BOMB_MEGABYTES = 600
const HALF_LIMIT_MS = LOAD_LIMITS.loadMs / 2

/** The least that a header of gzip holds (RFC 1952), and an empty last block of deflate (RFC 1951). */
const [HEAD, END] = [Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff), Buffer.of(3, 0)]

/** 600 MB of a text, in 3 MB of gzip; they are never in memory together, and one megabyte alone is compressed. */
function bombOf(text: string): Buffer {
  const megabyte = Buffer.alloc(1_000_000, text)
  // Ends at a whole byte, and nothing in it goes by what is before it.
  const part = deflateRawSync(megabyte, { level: 1, finishFlush: constants.Z_FULL_FLUSH })
  let checksum = 0
  for (let done = 0; done < BOMB_MEGABYTES; done += 1) checksum = crc32(megabyte, checksum)
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(checksum, 0)
  tail.writeUInt32LE(BOMB_MEGABYTES * megabyte.length, 4)
  return Buffer.concat([HEAD, ...Array<Buffer>(BOMB_MEGABYTES).fill(part), END, tail])
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
  const [blanks, words] = [bombOf(' '), bombOf('abc ')]
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
  // What takes too much memory ends its browser.
  await using browsers = new SharedBrowsers((arm) => openTestBrowser({ arm, switches: atPort(web.port) }))
  for (const name of Object.keys(pages)) {
    const browser = await browsers.take('h2')
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
