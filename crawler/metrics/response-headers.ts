import { median } from '../../stats/median.ts'
import type { Metric } from './metric.ts'
import { traced, unknown } from './traced.ts'

/** 0 where every server of the page sent its header sections without a table. */
export const qpackTableBytes: Metric = traced(
  'qpack_table_bytes',
  'HTTP/3: bytes by which servers have filled the client’s QPACK table (RFC 9204, 4.2)',
  ({ connections }) => {
    const counts = connections.flatMap(({ serverEncoderBytes }) => serverEncoderBytes ?? [])
    if (counts.length === 0) return unknown('no connection of HTTP/3, or the trace does not say')
    return counts.reduce((sum, bytes) => sum + bytes, 0)
  },
)

export const responseHeaderBytes: Metric = traced(
  'response_header_bytes',
  'HTTP/2 and HTTP/3: median of the compressed header sections of the page’s responses',
  ({ connections }) => {
    const sizes = connections.flatMap(({ exchanges = [] }) =>
      exchanges.flatMap(({ headerBytes }) => headerBytes ?? []),
    )
    return median(sizes) ?? unknown('no header section of HTTP/2 or HTTP/3 was read')
  },
)
