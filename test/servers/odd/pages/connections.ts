import { setTimeout as sleep } from 'node:timers/promises'
import { answerEmpty, answerFile, answerHtml, holding, type OddPage } from '../page.ts'
import { LARGE_ORIGIN, OTHER_PORT } from '../places.ts'

/** What the server takes for a page that a 103 announces. */
export const HINTED_WAIT_MS = 300
const HINTED = ['a.css', 'b.css', 'a.js', 'b.js'] as const

const hintsPage = (name: string, cache: string): OddPage => ({
  name,
  document: '',
  async answer(exchange, rest) {
    if (rest !== '') return answerFile(exchange, rest, ['cache-control', cache])
    exchange.hint(
      HINTED.map((path) => `<${path}>; rel=preload; as=${path.endsWith('css') ? 'style' : 'script'}`),
    )
    await sleep(HINTED_WAIT_MS)
    const tags = HINTED.map((path) =>
      path.endsWith('css') ? `<link rel=stylesheet href=${path}>` : `<script src=${path}></script>`,
    )
    return answerHtml(exchange, tags.join(''))
  },
})

/** Of a path that is gone. */
const LOST_MS = 400

/** Pages whose connections are odd. */
export const CONNECTION_PAGES: readonly OddPage[] = [
  hintsPage('hints', 'max-age=600'),
  hintsPage('hints-not-stored', 'no-store'),
  {
    name: 'coalesced',
    document: '<img src=a.gif><img src=OTHER/coalesced/b.gif><img src=OTHER/coalesced/c.gif>',
  },
  {
    name: 'misdirected',
    document: '<img src=a.gif><img src=OTHER/misdirected/b.gif><img src=OTHER/misdirected/c.gif>',
    answer: (exchange, rest) =>
      /^[bc]/.test(rest) &&
      // Over QUIC the server does not say for which name a connection was opened: there all are misdirected.
      exchange.serverName !== exchange.url.hostname &&
      answerEmpty(exchange, 421, ['content-length', '0']),
  },
  {
    name: 'keep-alive-ends',
    document: '<img src=a.gif><img src=b.gif><img src=c.gif>',
    answer(exchange) {
      if (exchange.log.protocol === 'http/1.1') exchange.lastOfConnection()
      return false
    },
  },
  {
    name: 'goaway',
    document: holding("await text('a.txt'); await text('b.txt'); await text('c.txt')"),
    answer(exchange, rest) {
      if (rest === 'b.txt') exchange.lastOfConnection()
      return false
    },
  },
  {
    name: 'refused',
    document: holding("await Promise.all(['a.txt', 'b.txt', 'c.txt'].map((path) => text(path)))"),
    answer(exchange, rest) {
      const request = `${exchange.log.protocol} ${exchange.url.href}`
      if (rest !== 'b.txt' || rejected.delete(request)) return false
      rejected.add(request)
      exchange.reject()
      return true
    },
  },
  {
    // The path is gone for a while in the middle of the load.
    name: 'lost-path',
    arms: ['h3'],
    document: holding("await text('a.txt'); await text('b.txt'); await text('c.txt')"),
    async answer(exchange, rest) {
      if (rest !== 'b.txt') return false
      exchange.losePath(LOST_MS)
      await sleep(1)
      return false
    },
  },
  { name: 'large-certificate', document: '<img src=a.gif>', origin: LARGE_ORIGIN },
  {
    name: 'altsvc-other-port',
    arms: ['h3-altsvc'],
    document: holding(`
      await text('a.txt')
      for (let index = 0; index < 10; index++) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        await text('b.txt?' + index)
      }`),
    answer: (exchange, rest) =>
      rest === 'a.txt' && answerFile(exchange, rest, ['alt-svc', `h3=":${OTHER_PORT}"; ma=600`]),
  },
  {
    name: 'altsvc-frame',
    arms: ['h2', 'h3-altsvc'],
    document: '<img src=a.gif>',
    answer(exchange) {
      exchange.announce(`h3=":${exchange.url.port}"`)
      return false
    },
  },
]

/** Protocols and URLs of requests that were rejected once. */
const rejected = new Set<string>()
