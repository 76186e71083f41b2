import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResponseReader } from '../../../crawler/http1/response-reader.ts'
import { LIMITS } from '../../../crawler/network/limits.ts'
import { HEAD_NOTES, type HeadNote } from '../../../model/head-notes.ts'
import { serveStream } from '../../servers/stream.ts'
import { load, noBrowser, openTestBrowser } from '../probe/browser/probe-browser.ts'

interface Read {
  readonly status: number | null
  readonly notes: readonly HeadNote[]
  readonly bodyBytes: number
}

/** What our reader makes of a connection's bytes; status null where it refuses them. */
function read(text: string): Read {
  let status: number | null = null
  let notes: readonly HeadNote[] = []
  let bodyBytes = 0
  const reader = new ResponseReader(LIMITS, {
    head: (head) => {
      ;({ status, notes } = head)
    },
    data: (piece) => {
      bodyBytes += piece.length
      return false
    },
    end: () => {},
    fail: () => {
      status = null
    },
  })
  reader.push(Buffer.from(text, 'latin1'))
  reader.close()
  return { status, notes, bodyBytes }
}

const PAGE = '<!doctype html><title>page</title>'
const TYPE = 'Content-Type: text/html\r\n'
const LENGTH = `Content-Length: ${PAGE.length}\r\n`

/** Responses as servers send them: what is wrong with each, or null where browsers refuse it. */
const RESPONSES: readonly (readonly [string, string, readonly HeadNote[] | null])[] = [
  ['a proper one', `HTTP/1.1 200 OK\r\n${TYPE}${LENGTH}\r\n${PAGE}`, []],
  ['HTTP/1.0', `HTTP/1.0 200 OK\r\n${TYPE}\r\n${PAGE}`, []],
  ['http in lower case', `http/1.1 200 OK\r\n${TYPE}${LENGTH}\r\n${PAGE}`, ['status_line_case']],
  [
    'a space before the colon',
    `HTTP/1.1 200 OK\r\n${TYPE}Content-Length : ${PAGE.length}\r\n\r\n${PAGE}`,
    ['space_before_colon'],
  ],
  [
    'Content-Length twice, equal',
    `HTTP/1.1 200 OK\r\n${TYPE}${LENGTH}${LENGTH}\r\n${PAGE}`,
    ['content_length_repeated'],
  ],
  [
    'Content-Length twice, different',
    `HTTP/1.1 200 OK\r\n${TYPE}${LENGTH}Content-Length: 3\r\n\r\n${PAGE}`,
    null,
  ],
  [
    'Content-Length that is no number',
    `HTTP/1.1 200 OK\r\n${TYPE}Content-Length: many\r\n\r\n${PAGE}`,
    ['content_length_invalid'],
  ],
  ['line feeds alone', `HTTP/1.1 200 OK\n${TYPE.replace('\r', '')}\n${PAGE}`, ['bare_lf']],
  ['a folded field', `HTTP/1.1 200 OK\r\n${TYPE}X-A: b\r\n c\r\n${LENGTH}\r\n${PAGE}`, ['line_folding']],
  [
    'a line without a colon',
    `HTTP/1.1 200 OK\r\n${TYPE}what is this\r\n${LENGTH}\r\n${PAGE}`,
    ['field_skipped'],
  ],
  ['a field without a name', `HTTP/1.1 200 OK\r\n${TYPE}: x\r\n${LENGTH}\r\n${PAGE}`, ['field_skipped']],
  ['a name that is no token', `HTTP/1.1 200 OK\r\n${TYPE}X A: b\r\n${LENGTH}\r\n${PAGE}`, ['field_skipped']],
  ['a line end before it', `\r\nHTTP/1.1 200 OK\r\n${TYPE}${LENGTH}\r\n${PAGE}`, ['status_line_offset']],
  ['no status code', `HTTP/1.1\r\n${TYPE}${LENGTH}\r\n${PAGE}`, ['status_missing']],
  ['letters in place of a status', `HTTP/1.1 abc OK\r\n${TYPE}${LENGTH}\r\n${PAGE}`, ['status_missing']],
  ['no reason', `HTTP/1.1 404\r\n${TYPE}${LENGTH}\r\n${PAGE}`, []],
  ['HTTP/1.2', `HTTP/1.2 200 OK\r\n${TYPE}${LENGTH}\r\n${PAGE}`, ['version']],
  ['HTTP/2.0', `HTTP/2.0 200 OK\r\n${TYPE}${LENGTH}\r\n${PAGE}`, ['version']],
  ['no version', `HTTP 200 OK\r\n${TYPE}${LENGTH}\r\n${PAGE}`, ['version']],
  ['NUL in a field', `HTTP/1.1 200 OK\r\n${TYPE}X: a\0b\r\n${LENGTH}\r\n${PAGE}`, null],
  [
    'chunks',
    `HTTP/1.1 200 OK\r\n${TYPE}Transfer-Encoding: chunked\r\n\r\n5;a=b\r\n<!doc\r\n0\r\nX: y\r\n\r\n`,
    [],
  ],
  [
    'chunks with line feeds alone',
    `HTTP/1.1 200 OK\r\n${TYPE}Transfer-Encoding: chunked\r\n\r\n5\n<!doc\n0\n\n`,
    [],
  ],
]

test('what Chromium shows is an answer, with a note of what was wrong, and what it refuses is none', {
  skip: noBrowser,
}, async () => {
  await using browser = await openTestBrowser({ arm: 'http' })
  const wrong: string[] = []
  for (const [what, text, notes] of RESPONSES) {
    await using server = await serveStream((socket) => {
      socket.once('data', () => socket.end(text, 'latin1'))
    })
    const shown = await load(browser, `http://127.0.0.1:${server.port}/`)
    const ours = read(text)
    const chromium = shown.failure === null ? shown.status : null
    if (chromium !== ours.status)
      wrong.push(`${what}: Chromium ${chromium} (${shown.failure}), ours ${ours.status}`)
    if (notes === null ? ours.status !== null : ours.notes.join() !== notes.join())
      wrong.push(`${what}: notes ${ours.notes.join()}, expected ${notes?.join() ?? 'a refusal'}`)
  }
  assert.deepEqual(wrong, [])
  const noted = new Set(RESPONSES.flatMap(([, , notes]) => notes ?? []))
  assert.deepEqual(
    Object.keys(HEAD_NOTES).filter((note) => !noted.has(note as HeadNote)),
    [],
    'each note is produced',
  )
})

test('a response is read alike however it is cut into pieces', () => {
  for (const [what, text] of RESPONSES) {
    const whole = read(text)
    let status: number | null = null
    let bodyBytes = 0
    const reader = new ResponseReader(LIMITS, {
      head: (head) => {
        status = head.status
      },
      data: (piece) => {
        bodyBytes += piece.length
        return false
      },
      end: () => {},
      fail: () => {
        status = null
      },
    })
    for (const byte of Buffer.from(text, 'latin1')) reader.push(Buffer.of(byte))
    reader.close()
    assert.deepEqual([status, bodyBytes], [whole.status, whole.bodyBytes], what)
  }
})
