/**
 * A set of texts of which only 64-bit hashes are kept: 12 to 24 bytes an entry where a Set of strings takes some 80.
 * Two different texts among a million are taken for one with a probability of 3e-8.
 */
export class Seen {
  #slots = new Uint32Array(2 * 1024)
  #size = 0

  has(text: string): boolean {
    const [high, low] = hash(text)
    const i = place(this.#slots, high, low)
    return this.#slots[i] === high && this.#slots[i + 1] === low
  }

  /** False where the text was there already: asked so, a table larger than the processor's caches is read only once. */
  add(text: string): boolean {
    // The table stays at most two thirds full, so that probing stays short.
    if (3 * (this.#size + 1) > this.#slots.length) this.#grow()
    const [high, low] = hash(text)
    const isNew = put(this.#slots, high, low)
    if (isNew) this.#size++
    return isNew
  }

  #grow(): void {
    const larger = new Uint32Array(this.#slots.length * 2)
    for (let i = 0; i < this.#slots.length; i += 2) {
      const high = this.#slots[i] ?? 0
      const low = this.#slots[i + 1] ?? 0
      if (high !== 0 || low !== 0) put(larger, high, low)
    }
    this.#slots = larger
  }
}

/** Index of the hash, or of the free slot where it belongs: linear probing, a pair of zeros is free, 2^k pairs. */
function place(slots: Uint32Array, high: number, low: number): number {
  const mask = slots.length / 2 - 1
  for (let pair = low & mask; ; pair = (pair + 1) & mask) {
    const i = 2 * pair
    if ((slots[i] === high && slots[i + 1] === low) || (slots[i] === 0 && slots[i + 1] === 0)) return i
  }
}

/** False where it was there. */
function put(slots: Uint32Array, high: number, low: number): boolean {
  const i = place(slots, high, low)
  if (slots[i] === high && slots[i + 1] === low) return false
  slots[i] = high
  slots[i + 1] = low
  return true
}

/** Two multiply-xor lanes with Murmur3's finishing mix: the public-domain cyrb53, with all 64 bits kept. */
function hash(text: string): [high: number, low: number] {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x9e3779b1)
    b = Math.imul(b ^ code, 0x5f356495)
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35)
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  const low = a >>> 0
  return [b >>> 0, low === 0 && b === 0 ? 1 : low]
}

/** A set of ranks. Most lists count up by one, and such a run is two numbers; hashes are kept of the others alone. */
export class SeenRanks {
  readonly #others = new Seen()
  #first = 1
  #last = 0

  has(rank: number): boolean {
    return (rank >= this.#first && rank <= this.#last) || this.#others.has(String(rank))
  }

  add(rank: number): void {
    if (this.#last < this.#first) this.#first = rank
    else if (rank !== this.#last + 1) {
      this.#others.add(String(rank))
      return
    }
    this.#last = rank
  }
}
