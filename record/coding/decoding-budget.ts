import { WARC_LIMITS } from '../warc/warc-limits.ts'

/** The bodies of a file decode to more than all together may. */
export class TooManyDecodedBytes extends Error {
  override readonly name = 'TooManyDecodedBytes'
}

/** Limits what may still be decoded of one file. Each decoding takes from it what it gave, whether that is of use or not. */
export class DecodingBudget {
  #leftBytes: number

  constructor(totalBytes: number = WARC_LIMITS.decodedBytes) {
    this.#leftBytes = totalBytes
  }

  /** @throws TooManyDecodedBytes */
  spend(sizeBytes: number): void {
    this.#leftBytes -= sizeBytes
    if (this.#leftBytes < 0) throw new TooManyDecodedBytes()
  }
}
