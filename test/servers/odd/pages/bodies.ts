import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { answerEmpty, answerFile, FILE_BYTES, holding, type OddPage } from '../page.ts'

/** Text that compresses to about half. */
const TEXT = Buffer.from(
  Array.from({ length: FILE_BYTES / 8 }, (_, index) =>
    createHash('sha1').update(`${index}`).digest('hex').slice(0, 16),
  ).join(''),
)
const ENCODED: Readonly<Record<string, Buffer>> = {
  gzip: gzipSync(TEXT),
  br: brotliCompressSync(TEXT),
  zstd: zstdCompressSync(TEXT),
}
/** RFC 9842, 5: how a body that is compressed by a dictionary with zstd begins, before the dictionary's SHA-256. */
const DCZ_MAGIC = Buffer.from('5e2a4d1820000000', 'hex')
const PIECES = 4
const PIECE_WAIT_MS = 60

/** Pages whose bodies are odd. */
export const BODY_PAGES: readonly OddPage[] = [
  { name: 'plain', document: '<link rel=stylesheet href=a.css><script src=a.js></script><img src=a.gif>' },
  {
    name: 'without-length',
    document: holding("await text('streamed.txt')"),
    async answer(exchange, rest) {
      if (rest !== 'streamed.txt') return false
      exchange.head(200, [['content-type', 'text/plain']])
      for (let piece = 0; piece < PIECES; piece++) {
        await sleep(PIECE_WAIT_MS)
        exchange.write('x'.repeat(FILE_BYTES / PIECES))
      }
      exchange.end()
      return true
    },
  },
  {
    name: 'encoded',
    document: holding("for (const coding of ['gzip', 'br', 'zstd']) await text(coding)"),
    answer(exchange, rest) {
      const body = ENCODED[rest]
      if (body === undefined) return false
      exchange.head(200, [
        ['content-type', 'text/plain'],
        ['content-encoding', rest],
        ['content-length', String(body.length)],
      ])
      exchange.end(body)
      return true
    },
  },
  {
    name: 'dictionary',
    document: holding(`
      await text('dictionary.txt')
      for (let index = 0; index < 3; index++) await text('text/' + index)`),
    answer(exchange, rest) {
      if (rest === 'dictionary.txt') {
        exchange.head(200, [
          ['content-type', 'text/plain'],
          ['content-length', String(TEXT.length)],
          ['cache-control', 'max-age=600'],
          ['use-as-dictionary', 'match="/dictionary/text/*"'],
        ])
        exchange.end(TEXT)
        return true
      }
      if (!rest.startsWith('text/')) return false
      const body = Buffer.concat([TEXT, Buffer.from(`${rest}\n`)])
      const isKnown = exchange.header('available-dictionary') !== null
      const hash = createHash('sha256').update(TEXT).digest()
      const sent = isKnown
        ? Buffer.concat([DCZ_MAGIC, hash, zstdCompressSync(body, { dictionary: TEXT })])
        : body
      exchange.head(200, [
        ['content-type', 'text/plain'],
        ['content-length', String(sent.length)],
        ['vary', 'accept-encoding, available-dictionary'],
        ...(isKnown ? ([['content-encoding', 'dcz']] as const) : []),
      ])
      exchange.end(sent)
      return true
    },
  },
  {
    name: 'range',
    document: holding("await text('a.txt', { headers: { range: 'bytes=1000-5999' } })"),
    answer(exchange, rest) {
      if (rest !== 'a.txt') return false
      exchange.head(206, [
        ['content-type', 'text/plain'],
        ['content-range', `bytes 1000-5999/${FILE_BYTES}`],
        ['content-length', '5000'],
      ])
      exchange.end('x'.repeat(5_000))
      return true
    },
  },
  { name: 'unread', document: holding("await fetch('a.txt'); await text('b.txt')") },
  {
    name: 'trailers',
    document: holding("await text('with-trailers')"),
    answer(exchange, rest) {
      if (rest !== 'with-trailers') return false
      exchange.head(200, [
        ['content-type', 'text/plain'],
        ['trailer', 'x-checksum'],
      ])
      exchange.end('x'.repeat(FILE_BYTES), [['x-checksum', '1']])
      return true
    },
  },
  {
    name: 'empty',
    document: holding("await text('no-content'); await text('nothing'); await text('reset-content')"),
    answer(exchange, rest) {
      if (rest === 'no-content') return answerEmpty(exchange, 204)
      if (rest === 'reset-content') return answerEmpty(exchange, 205, ['content-length', '0'])
      if (rest === 'nothing') return answerEmpty(exchange, 200, ['content-length', '0'])
      return false
    },
  },
  {
    name: 'data-and-blob',
    document: `<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">${holding(`
      const blob = await fetch('a.txt').then((response) => response.blob())
      await text(URL.createObjectURL(blob))
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))
      await new Promise((resolve) => { worker.onmessage = resolve })`)}`,
  },
  {
    name: 'closes-early',
    document: holding("await text('cut')"),
    answer(exchange, rest) {
      if (rest !== 'cut') return false
      exchange.head(200, [
        ['content-type', 'text/plain'],
        ['content-length', String(2 * FILE_BYTES)],
      ])
      exchange.write('x'.repeat(FILE_BYTES))
      setTimeout(() => exchange.breakOff(), PIECE_WAIT_MS)
      return true
    },
  },
  {
    name: 'frames',
    document:
      '<iframe src=a.html></iframe><iframe srcdoc="<img src=a.gif>"></iframe><object data=b.gif></object>',
  },
  {
    name: 'from-memory',
    document: `<img src=a.gif><img src=a.gif>${holding("await text('a.txt', { cache: 'force-cache' }); await text('a.txt', { cache: 'force-cache' })")}`,
    answer: (exchange, rest) =>
      /^a\.(gif|txt)$/.test(rest) && answerFile(exchange, rest, ['cache-control', 'max-age=600']),
  },
]
