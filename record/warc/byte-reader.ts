/** The source ended within what was asked for. */
export class CutOff extends Error {
  override readonly name = 'CutOff'
}

/** The source is longer than it may be. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

const LF = 0x0a
const CR = 0x0d

/** Takes bytes off a stream, by number or up to a mark. Holds no more than was asked for and one part of the source. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  readonly #maxBytes: number
  #readBytes = 0
  /** Bytes that were read ahead lie between start and end. */
  #buffer: Buffer = Buffer.allocUnsafeSlow(64 * 1024)
  #start = 0
  #end = 0

  /** @param maxBytes of the whole source; default: any number */
  constructor(source: AsyncIterable<Uint8Array>, maxBytes = Number.POSITIVE_INFINITY) {
    this.#source = source[Symbol.asyncIterator]()
    this.#maxBytes = maxBytes
  }

  /** Takes line ends, as many as come; returns whether nothing is left behind them. */
  async isAtEnd(): Promise<boolean> {
    for (;;) {
      while (this.#start < this.#end && isLineEnd(this.#buffer[this.#start])) this.#start += 1
      if (this.#start < this.#end) return false
      if (!(await this.#more())) return true
    }
  }

  /** Whether what comes next is this, or the beginning of it. */
  async begins(text: string): Promise<boolean> {
    while (this.#end - this.#start < text.length && (await this.#more()));
    const start = this.#buffer.toString('latin1', this.#start, Math.min(this.#end, this.#start + text.length))
    return start !== '' && text.startsWith(start)
  }

  /** @throws CutOff where there are fewer */
  async take(sizeBytes: number): Promise<Buffer> {
    const taken = Buffer.allocUnsafe(sizeBytes)
    let have = this.#buffer.copy(taken, 0, this.#start, Math.min(this.#end, this.#start + sizeBytes))
    this.#start += have
    while (have < sizeBytes) {
      const part = await this.#next()
      if (part === null) throw new CutOff(`${sizeBytes - have} bytes are missing`)
      const used = Math.min(part.length, sizeBytes - have)
      taken.set(part.subarray(0, used), have)
      have += used
      this.#hold(part.subarray(used))
    }
    return taken
  }

  /** Reads over bytes without holding them. @throws CutOff where there are fewer */
  async skip(sizeBytes: number): Promise<void> {
    const ahead = Math.min(this.#end - this.#start, sizeBytes)
    this.#start += ahead
    for (let remaining = sizeBytes - ahead; remaining > 0; ) {
      const part = await this.#next()
      if (part === null) throw new CutOff(`${remaining} bytes are missing`)
      const used = Math.min(part.length, remaining)
      remaining -= used
      this.#hold(part.subarray(used))
    }
  }

  /**
   * Lines up to an empty one, which is taken as well. They end in CRLF or, as some writers have it, in LF alone.
   * @returns the bytes before the empty line; null where it does not come within so many bytes
   * @throws CutOff where the source ends before it
   */
  async takeHead(maxBytes: number): Promise<Buffer | null> {
    for (let from = 0; ; ) {
      const found = headEnd(this.#buffer.subarray(this.#start, this.#end), from)
      if (found !== null && found.headBytes <= maxBytes) {
        const head = Buffer.from(this.#buffer.subarray(this.#start, this.#start + found.headBytes))
        this.#start += found.endBytes
        return head
      }
      const have = this.#end - this.#start
      if (have > maxBytes) return null
      from = Math.max(0, have - 3)
      if (!(await this.#more())) throw new CutOff(`no end after ${have} bytes`)
    }
  }

  async #more(): Promise<boolean> {
    const part = await this.#next()
    if (part === null) return false
    this.#hold(part)
    return true
  }

  async #next(): Promise<Uint8Array | null> {
    const { value, done } = await this.#source.next()
    if (done) return null
    this.#readBytes += value.length
    if (this.#readBytes > this.#maxBytes) throw new TooLong(`more than ${this.#maxBytes} bytes`)
    return value
  }

  #hold(part: Uint8Array): void {
    const have = this.#end - this.#start
    if (this.#end + part.length > this.#buffer.length) {
      const isRoomy = have + part.length <= this.#buffer.length / 2
      const next = isRoomy ? this.#buffer : Buffer.allocUnsafeSlow(2 * (have + part.length))
      this.#buffer.copy(next, 0, this.#start, this.#end)
      this.#buffer = next
      this.#start = 0
      this.#end = have
    }
    this.#buffer.set(part, this.#end)
    this.#end += part.length
  }
}

const isLineEnd = (byte: number | undefined): boolean => byte === LF || byte === CR

/** Finds where a head ends, and where what follows it begins; null where there is no empty line. */
export function headEnd(
  bytes: Buffer,
  from = 0,
): { readonly headBytes: number; readonly endBytes: number } | null {
  for (let newline = bytes.indexOf(LF, from); newline >= 0; newline = bytes.indexOf(LF, newline + 1)) {
    const empty = bytes[newline + 1] === CR ? newline + 2 : newline + 1
    if (bytes[empty] !== LF) continue
    const headBytes = bytes[newline - 1] === CR ? newline - 1 : newline
    return { headBytes, endBytes: empty + 1 }
  }
  return null
}
