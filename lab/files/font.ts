const UNITS_PER_EM = 1_000
const GLYPHS = 2

/**
 * A TrueType font of exactly so many bytes, which a browser loads and no coding makes smaller: it has a triangle for the
 * letter `a`, and a private table (OpenType, table tags) fills it up.
 * @param fill so many bytes
 * @throws RangeError where it is too small for the tables that a browser asks for
 */
export function font(sizeBytes: number, fill: (sizeBytes: number) => Uint8Array): Buffer {
  const emptyBytes = fontFile([...TABLES, ['fiLL', Buffer.alloc(0)]]).length
  if (sizeBytes < emptyBytes)
    throw new RangeError(`a font has at least ${emptyBytes} bytes, not ${sizeBytes}`)
  return fontFile([...TABLES, ['fiLL', Buffer.from(fill(sizeBytes - emptyBytes))]])
}

type Table = readonly [tag: string, data: Buffer]

const u16 = (...values: number[]): Buffer => Buffer.from(new Uint16Array(values).buffer).swap16()
const u32 = (...values: number[]): Buffer => Buffer.from(new Uint32Array(values).buffer).swap32()
const zeros = (bytes: number): Buffer => Buffer.alloc(bytes)

/** One contour of three points on the curve, at (0, 0), (500, 700) and (500, 0). */
const TRIANGLE = Buffer.concat([
  u16(1, 0, 0, 500, 700, 2, 0),
  Buffer.from([1, 1, 1]),
  u16(0, 500, 0, 0, 700, -700),
  zeros(3),
])

/** The tables that a browser's sanitizer asks for (OpenType 1.9), without hinting; the fill comes last in the file. */
const TABLES: readonly Table[] = [
  ['OS/2', os2()],
  ['cmap', cmap()],
  ['glyf', TRIANGLE],
  ['head', head()],
  [
    'hhea',
    Buffer.concat([u32(0x0001_0000), u16(800, -200, 0, 600, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, GLYPHS)]),
  ],
  ['hmtx', u16(600, 0, 600, 0)],
  // Short offsets count words; glyph 0 is empty.
  ['loca', u16(0, 0, TRIANGLE.length / 2)],
  ['maxp', Buffer.concat([u32(0x0001_0000), u16(GLYPHS, 3, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)])],
  ['name', u16(0, 0, 6)],
  ['post', Buffer.concat([u32(0x0003_0000), zeros(28)])],
]

function head(): Buffer {
  return Buffer.concat([
    u32(0x0001_0000, 0x0001_0000, 0, 0x5f0f_3cf5),
    u16(0, UNITS_PER_EM),
    zeros(16),
    u16(0, 0, 500, 700, 0, 8, 2, 0, 0),
  ])
}

/** Version 4, weight and width normal, covering basic Latin. */
function os2(): Buffer {
  const subAndSuperscript = [500, 500, 0, 100, 500, 500, 0, 300, 50, 250]
  return Buffer.concat([
    u16(4, 600, 400, 5, 0, ...subAndSuperscript, 0),
    zeros(10),
    u32(1, 0, 0, 0),
    Buffer.from('TOWL', 'latin1'),
    u16(0x40, 0x61, 0x61, 800, -200, 0, 800, 200),
    u32(1, 0),
    u16(500, 700, 0, 0x20, 0),
  ])
}

/** Format 4 with one segment for `a`, and the one that ends the table. */
function cmap(): Buffer {
  const delta = 1 - 0x61
  const segments = u16(4, 4, 1, 0, 0x61, 0xffff, 0, 0x61, 0xffff, delta, 1, 0, 0)
  return Buffer.concat([u16(0, 1, 3, 1), u32(12), u16(4, segments.length + 6, 0), segments])
}

function fontFile(tables: readonly Table[]): Buffer {
  let offset = 12 + 16 * tables.length
  const placed = tables.map(([tag, data]) => {
    const fileOffset = offset
    offset += Math.ceil(data.length / 4) * 4
    return { tag, data, fileOffset }
  })
  const directory = placed
    .toSorted((a, b) => (a.tag < b.tag ? -1 : 1))
    .map(({ tag, data, fileOffset }) =>
      Buffer.concat([Buffer.from(tag, 'latin1'), u32(checksum(data), fileOffset, data.length)]),
    )
  const searchRange = 16 * 2 ** Math.floor(Math.log2(tables.length))
  const start = u16(tables.length, searchRange, Math.log2(searchRange / 16), 16 * tables.length - searchRange)
  const bodies = placed.map(({ data }, index) =>
    // Nothing follows the last.
    index === placed.length - 1 ? data : Buffer.concat([data, zeros(-data.length & 3)]),
  )
  return Buffer.concat([u32(0x0001_0000), start, ...directory, ...bodies])
}

function checksum(data: Buffer): number {
  const words = Buffer.concat([data, zeros(-data.length & 3)])
  let sum = 0
  for (let position = 0; position < words.length; position += 4)
    sum = (sum + words.readUInt32BE(position)) >>> 0
  return sum
}
