/** The source ended within what was asked for. */
export class CutOff extends Error {
  override readonly name = 'CutOff'
}

/** Takes bytes off a stream, by number or up to a mark. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Whether nothing is left. */
  async isAtEnd(): Promise<boolean> {
    return this.#held.length === 0 && !(await this.#more())
  }

  /** Whether what comes next is this, or the beginning of it. */
  async begins(text: string): Promise<boolean> {
    while (this.#held.length < text.length && (await this.#more()));
    return this.#held.length > 0 && text.startsWith(this.#held.toString('latin1', 0, text.length))
  }

  /** @throws CutOff where there are fewer */
  async take(sizeBytes: number): Promise<Buffer> {
    const parts = [this.#held]
    let haveBytes = this.#held.length
    while (haveBytes < sizeBytes) {
      const { value, done } = await this.#source.next()
      if (done) throw new CutOff(`${sizeBytes - haveBytes} bytes are missing`)
      parts.push(Buffer.from(value))
      haveBytes += value.length
    }
    const all = parts.length === 1 ? this.#held : Buffer.concat(parts)
    this.#held = all.subarray(sizeBytes)
    return all.subarray(0, sizeBytes)
  }

  /**
   * The bytes before the mark, which is taken as well.
   * @returns null where it does not come within so many bytes
   * @throws CutOff where the source ends before it
   */
  async takeUntil(mark: string, maxBytes: number): Promise<Buffer | null> {
    let found = this.#held.indexOf(mark)
    while (found < 0) {
      if (this.#held.length > maxBytes) return null
      const from = Math.max(0, this.#held.length - mark.length)
      if (!(await this.#more())) throw new CutOff(`no end after ${this.#held.length} bytes`)
      found = this.#held.indexOf(mark, from)
    }
    const before = this.#held.subarray(0, found)
    this.#held = this.#held.subarray(found + mark.length)
    return before
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next()
    if (done) return false
    this.#held = Buffer.concat([this.#held, value])
    return true
  }
}
