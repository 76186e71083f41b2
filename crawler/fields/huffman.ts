import { CompressionError } from './errors.ts'
import { HUFFMAN_LENGTHS } from './huffman-lengths.ts'

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
