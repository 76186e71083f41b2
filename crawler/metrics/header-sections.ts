import { median } from '../../stats/median.ts'
import type { Metric } from './metric.ts'
import { traced, unknown } from './traced.ts'

/** 0 where every server of the page sent its header sections without a table. */
export const qpackTableBytes: Metric = traced(
  'qpack_table_bytes',
  'HTTP/3: bytes of servers’ encoder streams (RFC 9204, 4.2)',
  ({ connections }) => {
    const counts = connections.flatMap(({ serverEncoderBytes }) => serverEncoderBytes ?? [])
    if (counts.length === 0) return unknown('no connection of HTTP/3, or the trace does not say')
    return counts.reduce((sum, bytes) => sum + bytes, 0)
  },
)

/** Is null where one was not read. The browser's own view of headers is not what it sends. */
export const requestHeaderBytes: Metric = traced(
  'request_header_bytes',
  'bytes of the header sections of all requests as sent: heads of HTTP/1.1, HEADERS frames of HTTP/2 and HTTP/3 (QPACK’s encoder stream included)',
  ({ connections }) => {
    let sum = 0
    for (const { requestHeaderBytes } of connections) {
      if (requestHeaderBytes === undefined) return unknown('the trace is from before they were counted')
      if (requestHeaderBytes === null) return unknown('the header section of a request could not be read')
      sum += requestHeaderBytes
    }
    return sum
  },
)

export const responseHeaderBytes: Metric = traced(
  'response_header_bytes',
  'HTTP/2, HTTP/3: median frame of a response’s header section',
  ({ connections }) => {
    const sizes = connections.flatMap(({ exchanges = [] }) =>
      exchanges.flatMap(({ headerBytes }) => headerBytes ?? []),
    )
    return median(sizes) ?? unknown('no header section of HTTP/2 or HTTP/3 was read')
  },
)
