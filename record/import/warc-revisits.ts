import type { RevisitOf, WarcRecord } from '../warc/warc.ts'
import type { ImportedExchange } from './imported-exchanges.ts'

/** A response that was archived without its body, for an earlier record has the same (ISO 28500, 6.7). */
export interface Revisit {
  readonly exchange: ImportedExchange
  readonly of: RevisitOf
}

/** The responses of a file by all that a revisit may name them by. */
export class RevisitedResponses {
  readonly #byName = new Map<string, ImportedExchange>()

  add({ id, payloadDigest, date }: WarcRecord, response: ImportedExchange): void {
    if (response.body === null) return
    for (const name of namesOf({ id, payloadDigest, url: response.url, date }))
      if (!this.#byName.has(name)) this.#byName.set(name, response)
  }

  /** The revisit with the body that it had; null where the file does not have it. */
  restored({ exchange, of }: Revisit): ImportedExchange | null {
    const original = namesOf(of)
      .map((name) => this.#byName.get(name))
      .find((found) => found !== undefined)
    if (original === undefined) return null
    const { body, bodyMissing } = original
    const hasOwnHead =
      exchange.status === original.status && exchange.contentEncoding === original.contentEncoding
    return hasOwnHead
      ? { ...exchange, body, bodyMissing, failure: original.failure }
      : { ...original, url: exchange.url }
  }
}

/** The surest first. A digest names the payload itself, whatever URL and time a writer gives with it. */
function namesOf({ id, payloadDigest, url, date }: RevisitOf): string[] {
  return [
    ...(id === null ? [] : [`id ${id}`]),
    ...(payloadDigest === null ? [] : [`digest ${payloadDigest.toLowerCase()}`]),
    ...(url === null || date === null ? [] : [`url ${date} ${url}`]),
  ]
}
