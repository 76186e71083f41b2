import type { OddExchange } from './exchange.ts'
import { answerEmpty, answerFile, answerHolding, answerHtml, type OddPage } from './page.ts'
import { BODY_PAGES } from './pages/bodies.ts'
import { CONNECTION_PAGES } from './pages/connections.ts'
import { REQUEST_PAGES } from './pages/requests.ts'
import { OTHER_ORIGIN } from './places.ts'

/** Pages of odd transport by name, each below `/NAME/` of every host. */
export const ODD_PAGES: ReadonlyMap<string, OddPage> = new Map(
  [...BODY_PAGES, ...REQUEST_PAGES, ...CONNECTION_PAGES].map((page) => [page.name, page]),
)

/** Answers as the page does in whose path the request is. */
export async function answerOddly(exchange: OddExchange): Promise<void> {
  const [, name = '', rest = ''] = /^\/([^/]*)\/(.*)$/.exec(exchange.log.path) ?? []
  const page = ODD_PAGES.get(name)
  if (answerHolding(exchange, name, rest)) return
  if (page === undefined) answerEmpty(exchange, 404)
  else if ((await page.answer?.(exchange, rest)) === true) return
  else if (rest === '') answerHtml(exchange, page.document.replaceAll('OTHER', OTHER_ORIGIN))
  else answerFile(exchange, rest)
}
