/** Room for so many domains at first; it doubles. */
const FIRST_ROOM = 1_024

/**
 * Numbers domains from 0 in the order in which they come, without holding their names: 16 to 24 bytes each, where a Map of
 * strings takes some 100. Domains are told apart by 64 bits of hashes: of a million two are taken for one in 1 of 37
 * million cases.
 */
export class DomainIndex {
  #size = 0
  #low = new Uint32Array(FIRST_ROOM)
  #high = new Uint32Array(FIRST_ROOM)
  /** Number + 1 of the domain whose hash leads here; 0: none. At most half of them are taken. */
  #slots = new Uint32Array(2 * FIRST_ROOM)

  get size(): number {
    return this.#size
  }

  /** The number of a domain, its own from now on where it is new. */
  numberOf(domain: string): number {
    const low = hash(domain, 0x811c9dc5, 0x01000193)
    const high = hash(domain, 0x9747b28c, 0x5bd1e995)
    for (let slot = low & (this.#slots.length - 1); ; slot = (slot + 1) & (this.#slots.length - 1)) {
      const number = (this.#slots[slot] as number) - 1
      if (number >= 0 && (this.#low[number] !== low || this.#high[number] !== high)) continue
      if (number >= 0) return number
      this.#slots[slot] = this.#size + 1
      this.#low[this.#size] = low
      this.#high[this.#size] = high
      this.#size += 1
      if (this.#size === this.#low.length) this.#grow()
      return this.#size - 1
    }
  }

  #grow(): void {
    this.#low = grown(this.#low, 2 * this.#size)
    this.#high = grown(this.#high, 2 * this.#size)
    this.#slots = new Uint32Array(4 * this.#size)
    const last = this.#slots.length - 1
    for (let number = 0; number < this.#size; number += 1) {
      let slot = (this.#low[number] as number) & last
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last
      this.#slots[slot] = number + 1
    }
  }
}

/** The same values with room for more. */
export function grown(values: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length)
  longer.set(values)
  return longer
}

/** FNV-1a (draft-eastlake-fnv) with a last mixing, since its low bits alone choose a slot. */
function hash(text: string, basis: number, prime: number): number {
  let value = basis
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), prime)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
