/** A set of line numbers, with one bit for each line up to the last of them. */
export class LineNumbers {
  #bits = new Uint8Array(128)

  add(line: number): void {
    if (line >> 3 >= this.#bits.length) {
      const longer = new Uint8Array(2 * (line >> 3))
      longer.set(this.#bits)
      this.#bits = longer
    }
    this.#bits[line >> 3] = (this.#bits[line >> 3] ?? 0) | (1 << (line & 7))
  }

  has(line: number): boolean {
    return ((this.#bits[line >> 3] ?? 0) & (1 << (line & 7))) !== 0
  }
}
