import type { Field } from '../../../crawler/fields/field.ts'
import type { Arm } from '../../../model/arm.ts'
import type { OddExchange } from './exchange.ts'

/** One page whose transport is odd, below a path of its name. */
export interface OddPage {
  readonly name: string
  /** The document, of `/NAME/`. `OTHER` stands for another origin of the same certificate and address. */
  readonly document: string
  /** Default: HTTP/1.1, HTTP/2 and HTTP/3 forced. */
  readonly arms?: readonly Arm[]
  /** Where it is asked for, if elsewhere than the others. */
  readonly origin?: string
  /** Answers the request, whose path below `/NAME/` is `rest`; false leaves it to `answerFile`. */
  answer?(exchange: OddExchange, rest: string): boolean | Promise<boolean>
}

/** Padding makes bodies large enough that compressed heads are within the tolerance of bytes. */
export const FILE_BYTES = 20_000
const padding = 'x'.repeat(FILE_BYTES)
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const FILES: Readonly<Record<string, readonly [type: string, body: Buffer]>> = {
  css: ['text/css', Buffer.from(`/*${padding}*/`)],
  js: ['text/javascript', Buffer.from(`/*${padding}*/`)],
  // What follows its end is no part of the picture.
  gif: ['image/gif', Buffer.concat([PIXEL, Buffer.alloc(FILE_BYTES)])],
  html: ['text/html', Buffer.from(`<!doctype html><!--${padding}-->`)],
  txt: ['text/plain', Buffer.from(padding)],
}

/** What the extension says, whole and at once. */
export function answerFile(exchange: OddExchange, rest: string, ...more: readonly Field[]): true {
  const [type, body] = FILES[rest.replace(/\?.*/, '').split('.').at(-1) ?? ''] ?? (FILES.txt as never)
  exchange.head(200, [['content-type', type], ['content-length', String(body.length)], ...more])
  exchange.end(body)
  return true
}

export function answerHtml(exchange: OddExchange, markup: string, ...more: readonly Field[]): true {
  const body = Buffer.from(`<!doctype html><meta charset=utf-8><!--${padding}-->${markup}`)
  exchange.head(200, [
    ['content-type', 'text/html; charset=utf-8'],
    ['content-length', String(body.length)],
    ...more,
  ])
  exchange.end(body)
  return true
}

export function answerEmpty(exchange: OddExchange, status: number, ...fields: readonly Field[]): true {
  exchange.head(status, fields)
  exchange.end()
  return true
}

/**
 * Markup whose script holds the load event until it has ended: a picture is answered when the script asks for
 * `release`.
 */
export const holding = (script: string): string => `<img src="held"><script>
(async () => {
  const text = (url, options) => fetch(url, options).then((response) => response.text()).catch(String)
  try { ${script} } finally { await fetch('release') }
})()</script>`

const held = new Map<string, OddExchange>()

/** Answers the two requests of `holding`. The picture fits into what any connection may have under way at once. */
export function answerHolding(exchange: OddExchange, name: string, rest: string): boolean {
  if (rest === 'held') {
    held.set(name, exchange)
    return true
  }
  if (rest !== 'release') return false
  answerEmpty(exchange, 204)
  const picture = held.get(name)
  picture?.head(200, [
    ['content-type', 'image/gif'],
    ['content-length', String(PIXEL.length)],
  ])
  picture?.end(PIXEL)
  return true
}
