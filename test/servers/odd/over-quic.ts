import type { Field } from '../../../crawler/fields/field.ts'
import { encodeFrame, FRAME } from '../../../crawler/quic/frames.ts'
import { H3_ERRORS } from '../../../crawler/quic/h3-error.ts'
import { encodeFieldSection } from '../../../crawler/quic/qpack-encode.ts'
import { encodeSettings, SETTING } from '../../../crawler/quic/settings.ts'
import { encodeVarint } from '../../../crawler/quic/varint.ts'
import type { QuicBehaviour, ZooConnection } from '../../../lab/sandbox/zoo/quic-behaviour.ts'
import { headBytes, type LoggedExchange, nowMs, type OddExchange } from './exchange.ts'

/** The first unidirectional stream of a server (RFC 9000, 2.1). */
const CONTROL = 3

const fieldsFrame = (fields: readonly Field[]): Buffer =>
  encodeFrame(FRAME.headers, encodeFieldSection([...fields]))

/** A server of HTTP/3 that hands over each request with what it can do about it. */
export function behaviourOf(
  answer: (exchange: OddExchange) => void,
  losePath: (forMs: number) => void,
): QuicBehaviour {
  return {
    established: (peer) => {
      const settings = encodeSettings([
        [SETTING.SETTINGS_MAX_FIELD_SECTION_SIZE, 65_536],
        [SETTING.SETTINGS_QPACK_MAX_TABLE_CAPACITY, 0],
      ])
      peer.write(CONTROL, [encodeVarint(0x00), encodeFrame(FRAME.settings, settings)], false)
    },
    request: (peer, streamId, path, fields) =>
      answer({ ...exchangeOverQuic(peer, streamId, path, fields), losePath }),
  }
}

function exchangeOverQuic(
  peer: ZooConnection,
  streamId: number,
  path: string,
  fields: readonly Field[],
): Omit<OddExchange, 'losePath'> {
  const header = (wanted: string): string | null => fields.find(([name]) => name === wanted)?.[1] ?? null
  const host = header(':authority') ?? ''
  const log: LoggedExchange = {
    protocol: 'h3',
    method: header(':method') ?? 'GET',
    host,
    path,
    startedMs: nowMs(),
    status: null,
    headBytes: 0,
    bodyBytes: 0,
    lastMs: null,
    isRejected: false,
  }
  const send = (chunks: readonly Buffer[], fin: boolean): void => {
    function* noted(): Generator<Buffer> {
      yield* chunks
      // QUIC has taken all of it: a connection that is new lets few packets be under way.
      log.lastMs = nowMs()
    }
    peer.write(streamId, noted(), fin)
    // Outside of a turn of its own, for who answers within one: nothing is sent twice.
    setImmediate(() => peer.turn())
  }
  const body = (bytes: Buffer | string): Buffer[] => {
    const buffer = Buffer.from(bytes)
    if (log.method === 'HEAD' || buffer.length === 0) return []
    log.bodyBytes += buffer.length
    return [encodeFrame(FRAME.data, buffer)]
  }
  return {
    log,
    url: new URL(path, `https://${host}`),
    header,
    serverName: null,
    hint: (link) =>
      send([fieldsFrame([[':status', '103'], ...link.map((value): Field => ['link', value])])], false),
    head(status, given) {
      log.status = status
      log.headBytes = headBytes(status, given)
      send([fieldsFrame([[':status', String(status)], ...given])], false)
    },
    write: (bytes) => send(body(bytes), false),
    end: (bytes = '', trailers = []) =>
      send([...body(bytes), ...(trailers.length > 0 ? [fieldsFrame(trailers)] : [])], true),
    reject() {
      log.isRejected = true
      peer.reset(streamId, H3_ERRORS.H3_REQUEST_REJECTED)
    },
    breakOff() {
      peer.reset(streamId, H3_ERRORS.H3_INTERNAL_ERROR)
      setImmediate(() => peer.turn())
    },
    lastOfConnection: () =>
      peer.write(CONTROL, [encodeFrame(FRAME.goaway, encodeVarint(streamId + 4))], false),
    announce: () => {},
  }
}
