import { CompressionError } from './errors.ts'

/**
 * Bit lengths of the Huffman codes of the octets 0 to 255 and of EOS (RFC 7541, appendix B), 16 a line.
 * The code is canonical: these lengths determine it.
 */
const HUFFMAN_LENGTHS: readonly number[] = `
  13 23 28 28 28 28 28 28 28 24 30 28 28 30 28 28
  28 28 28 28 28 28 30 28 28 28 28 28 28 28 28 28
  6 10 10 12 13 6 8 11 10 10 8 11 8 6 6 6
  5 5 5 6 6 6 6 6 6 6 7 8 15 6 12 10
  13 6 7 7 7 7 7 7 7 7 7 7 7 7 7 7
  7 7 7 7 7 7 7 7 8 7 8 13 19 13 14 6
  15 5 6 5 6 5 6 6 6 5 7 7 6 6 6 5
  6 7 6 5 5 6 7 7 7 7 7 15 11 14 13 28
  20 22 20 20 22 22 22 23 22 23 23 23 23 23 24 23
  24 24 22 23 24 23 23 23 23 21 22 23 22 23 23 24
  22 21 20 22 22 23 23 21 23 22 22 24 21 22 23 23
  21 21 22 21 23 22 23 23 20 22 22 22 23 22 22 23
  26 26 20 19 22 23 22 25 26 26 26 27 27 26 24 25
  19 21 26 27 27 26 27 24 21 21 26 26 28 27 27 27
  20 24 20 21 22 21 21 23 22 22 25 25 24 24 26 23
  26 27 26 26 27 27 27 27 27 28 27 27 27 27 27 26
  30
`
  .trim()
  .split(/\s+/)
  .map(Number)

const EOS = 256

/**
 * The code as a binary tree in one array: node n has its children at 2n and 2n + 1. A positive entry is the next
 * node, a negative one the complement of a symbol. Node 0 is the root, so 0 is "no child".
 */
const TREE = buildTree(HUFFMAN_LENGTHS)

function buildTree(lengths: readonly number[]): Int16Array {
  // A full binary tree with 257 leaves has 256 inner nodes.
  const tree = new Int16Array(2 * 256)
  let nodes = 1
  let code = 0
  let previous = 0
  const symbols = lengths.map((bits, symbol) => ({ bits, symbol }))
  for (const { bits, symbol } of symbols.sort((a, b) => a.bits - b.bits || a.symbol - b.symbol)) {
    code *= 2 ** (bits - previous)
    previous = bits
    let node = 0
    for (let bit = bits - 1; bit > 0; bit -= 1) {
      const slot = 2 * node + ((code >>> bit) & 1)
      if (tree[slot] === 0) tree[slot] = nodes++
      node = tree[slot] ?? 0
    }
    tree[2 * node + (code & 1)] = ~symbol
    code += 1
  }
  return tree
}

/** Decodes a Huffman string (RFC 7541, 5.2). Throws CompressionError on EOS, or padding that is too long or not all ones. */
export function decodeHuffman(bytes: Buffer): Buffer {
  // The shortest code has 5 bits.
  const out = Buffer.allocUnsafe(Math.floor((bytes.length * 8) / 5))
  let length = 0
  let node = 0
  let padding = 0
  let paddingOnes = true
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const one = (byte >>> bit) & 1
      const next = TREE[2 * node + one] ?? 0
      if (next >= 0) {
        node = next
        padding += 1
        paddingOnes &&= one === 1
        continue
      }
      if (~next === EOS) throw new CompressionError('EOS in a Huffman string')
      out[length] = ~next
      length += 1
      node = 0
      padding = 0
      paddingOnes = true
    }
  }
  if (padding > 7 || !paddingOnes) throw new CompressionError('bad Huffman padding')
  return out.subarray(0, length)
}
