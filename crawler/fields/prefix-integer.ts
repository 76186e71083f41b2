/** An integer with an N-bit prefix below `flags` (RFC 7541, 5.1). */
export function prefixInteger(flags: number, bits: number, value: number): Buffer {
  const mask = (1 << bits) - 1
  if (value < mask) return Buffer.of(flags | value)
  const bytes = [flags | mask]
  let rest = value - mask
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>>= 7
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}
