/** HTTP/2 frames by hand (RFC 9113, 4.1), for servers that break the rules. */
export const TYPE = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const
export const FLAG = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const

export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.byteLength, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

export function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

export function settings(...pairs: (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(6 * pairs.length)
  pairs.forEach(([id, value], index) => {
    payload.writeUInt16BE(id, 6 * index)
    payload.writeUInt32BE(value, 6 * index + 2)
  })
  return frame(TYPE.settings, 0, 0, payload)
}

/** A header block of `:status: 200` and literal fields that are not indexed (RFC 7541, 6.2.2). */
export function headerBlock(fields: readonly (readonly [string, string])[] = []): Buffer {
  const literal = (text: string) =>
    Buffer.concat([integer(Buffer.byteLength(text, 'latin1'), 7), Buffer.from(text, 'latin1')])
  return Buffer.concat([
    Buffer.of(0x88),
    ...fields.flatMap(([name, value]) => [Buffer.of(0), literal(name), literal(value)]),
  ])
}

/** A HEADERS frame and as many CONTINUATION frames as it takes. */
export function headers(stream: number, flags: number, block: Buffer): Buffer {
  const frames: Buffer[] = []
  for (let offset = 0; offset === 0 || offset < block.byteLength; offset += 16_384) {
    const isLast = offset + 16_384 >= block.byteLength
    const type = offset === 0 ? TYPE.headers : TYPE.continuation
    const frameFlags = offset === 0 ? flags : 0
    frames.push(
      frame(
        type,
        frameFlags | (isLast ? FLAG.endHeaders : 0),
        stream,
        block.subarray(offset, offset + 16_384),
      ),
    )
  }
  return Buffer.concat(frames)
}

/** RFC 7541, 5.1. */
function integer(value: number, prefixBits: number): Buffer {
  const most = 2 ** prefixBits - 1
  if (value < most) return Buffer.of(value)
  const bytes = [most]
  let rest = value - most
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}
