import { createHash } from 'node:crypto'

/**
 * Entity tags that change with the data. Weak (RFC 9110, 8.8.1): the same answer may be sent in several encodings.
 * Nothing is computed of an answer, so that an unchanged one need not be made at all.
 */
export class EntityTags {
  readonly #salt: string

  /** @param salt of this run of the server: another database or version may have the same data version */
  constructor(salt: string) {
    this.#salt = salt
  }

  create(dataVersion: number, url: string): string {
    const hash = createHash('sha256').update(`${this.#salt} ${dataVersion} ${url}`)
    return `W/"${hash.digest('base64url').slice(0, 22)}"`
  }
}
