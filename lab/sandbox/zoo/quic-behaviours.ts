import type { Field } from '../../../crawler/fields/field.ts'
import { encodeFrame, FRAME } from '../../../crawler/quic/frames.ts'
import { H3_ERRORS } from '../../../crawler/quic/h3-error.ts'
import { encodeFieldSection } from '../../../crawler/quic/qpack-encode.ts'
import { encodeSettings, SETTING } from '../../../crawler/quic/settings.ts'
import { encodeVarint } from '../../../crawler/quic/varint.ts'
import type { QuicBehaviour, ZooConnection } from './quic-behaviour.ts'
import { QUIC_FLOODS } from './quic-floods.ts'

/** The first unidirectional streams of a server (RFC 9000, 2.1). */
const CONTROL = 3
const SECOND = 7
const THIRD = 11
const CHUNK = Buffer.alloc(16 * 1024, 'towline ')
/** Longer than any test's limit, in bytes a second. */
const DRIP_MS = 100

const settingsFrame = encodeFrame(
  FRAME.settings,
  encodeSettings([
    [SETTING.SETTINGS_MAX_FIELD_SECTION_SIZE, 16_384],
    [SETTING.SETTINGS_QPACK_MAX_TABLE_CAPACITY, 0],
    [SETTING.SETTINGS_H3_DATAGRAM, 1],
  ]),
)

const headers = (status: number, ...fields: Field[]): Buffer =>
  encodeFrame(FRAME.headers, encodeFieldSection([[':status', String(status)], ...fields]))
const data = (body: Buffer | string): Buffer => encodeFrame(FRAME.data, Buffer.from(body))
const control = (...frames: Buffer[]): Buffer => Buffer.concat([encodeVarint(0x00), ...frames])

const page: readonly Field[] = [
  ['server', 'zoo'],
  ['content-type', 'text/html; charset=utf-8'],
]
const PAGE = '<!doctype html><title>zoo</title>'
const ROBOTS = 'User-agent: *\nAllow: /\n'

const greets = (peer: ZooConnection): void => peer.write(CONTROL, [control(settingsFrame)], false)

/** A whole, correct answer. */
function answers(peer: ZooConnection, streamId: number, path: string): void {
  const body = path === '/robots.txt' ? ROBOTS : PAGE
  peer.write(streamId, [headers(200, ...page, ['content-length', String(body.length)]), data(body)], true)
}

function rejectsAlternately(): NonNullable<QuicBehaviour['request']> {
  let requests = 0
  return (peer, streamId, path) => {
    requests += 1
    if (requests % 2 === 1) peer.reset(streamId, H3_ERRORS.H3_REQUEST_REJECTED)
    else answers(peer, streamId, path)
  }
}

const answersWith = (chunks: () => Iterable<Buffer>, fin = true): QuicBehaviour => ({
  established: greets,
  request: (peer, streamId) => peer.write(streamId, chunks(), fin),
})

/** Opens its control stream with these bytes, and answers properly. */
const controls = (chunks: () => Iterable<Buffer>, fin = false): QuicBehaviour => ({
  established: (peer) => peer.write(CONTROL, chunks(), fin),
  request: answers,
})

const closesWith = (app: boolean, code: number): QuicBehaviour => ({
  established: greets,
  request: (peer) => peer.close(app, code),
})

function* forever(chunk: Buffer): Generator<Buffer> {
  for (;;) yield chunk
}

/** Version Negotiation (RFC 9000, 17.2.1) without a version that anybody speaks. */
function versionNegotiation({ dcid, scid }: { dcid: Buffer; scid: Buffer }): Buffer {
  const ids = [Buffer.of(scid.length), scid, Buffer.of(dcid.length), dcid]
  return Buffer.concat([Buffer.of(0xc0, 0, 0, 0, 0), ...ids, Buffer.from('1a2a3a4aff00001b', 'hex')])
}

/** Grease and extensions where RFC 9114 (6.2.3, 7.2.4.1, 7.2.8, 9) lets a peer put them, and an interim response. */
const greased: QuicBehaviour = {
  established: (peer) => {
    const settings = encodeSettings([
      [0x1f * 7 + 0x21, 12_345],
      [SETTING.SETTINGS_QPACK_BLOCKED_STREAMS, 16],
      [0x4d2, 7],
    ])
    peer.write(
      CONTROL,
      [control(encodeFrame(FRAME.settings, settings), encodeFrame(0x1f * 3 + 0x21, CHUNK))],
      false,
    )
    peer.write(SECOND, [encodeVarint(0x1f * 9 + 0x21), Buffer.from('grease')], false)
    peer.write(THIRD, [encodeVarint(0x02), Buffer.of(0x20)], false)
  },
  request: (peer, streamId) => {
    const grease = encodeFrame(0x1f * 11 + 0x21, Buffer.from('grease'))
    const early = headers(103, ['link', '</style.css>; rel=preload'])
    const trailers = encodeFrame(FRAME.headers, encodeFieldSection([['x-checksum', '1']]))
    const body = [data('one '), grease, data(''), data('two')]
    peer.write(streamId, [grease, early, headers(200, ...page), ...body, trailers, grease], true)
  },
}

const dripped: QuicBehaviour = {
  established: greets,
  request: (peer, streamId) => {
    peer.write(streamId, [headers(200, ...page), encodeVarint(FRAME.data), encodeVarint(1_000_000)], false)
    peer.every(DRIP_MS, () => peer.write(streamId, [Buffer.from('x')], false))
  },
}

export const QUIC_BEHAVIOURS = {
  ok: { established: greets, request: answers },
  /** Says in its `server` header what it was asked, as JSON. */
  echo: {
    established: greets,
    request: (peer, streamId, _path, fields) => {
      peer.write(streamId, [headers(200, ['server', JSON.stringify(fields)])], true)
    },
  },
  grease: greased,
  retry: { retry: true, established: greets, request: answers },
  'robots-silent': {
    established: greets,
    request: (peer, streamId, path) => {
      if (path !== '/robots.txt') answers(peer, streamId, path)
    },
  },
  'robots-disallow': {
    established: greets,
    request: (peer, streamId, path) => {
      if (path !== '/robots.txt') return answers(peer, streamId, path)
      peer.write(streamId, [headers(200, ...page), data('User-agent: *\nDisallow: /\n')], true)
    },
  },
  // before or within the handshake
  silent: { datagram: () => [] },
  garbage: { datagram: () => [Buffer.alloc(64, 'not QUIC ')] },
  'version-negotiation': { datagram: (initial) => [versionNegotiation(initial)] },
  'closes-in-handshake': { accepted: (peer) => peer.closeInHandshake(0x02) },
  'tls-alert': { accepted: (peer) => peer.closeInHandshake(0x100 + 40) },
  // instead of a response
  'no-response': { established: greets },
  'closes-instead': closesWith(true, H3_ERRORS.H3_NO_ERROR),
  'closes-with-quic-error': closesWith(false, 0x01),
  'blames-us': closesWith(true, H3_ERRORS.H3_GENERAL_PROTOCOL_ERROR),
  'resets-stream': {
    established: greets,
    request: (peer, streamId) => peer.reset(streamId, H3_ERRORS.H3_REQUEST_REJECTED),
  },
  /** Rejects each second request unprocessed, the first one first. */
  rejects: {
    established: greets,
    request: rejectsAlternately(),
  },
  goaway: {
    established: (peer) => {
      peer.write(CONTROL, [control(settingsFrame, encodeFrame(FRAME.goaway, Buffer.of(0)))], false)
    },
  },
  'ends-stream': answersWith(() => []),
  // broken HTTP/3 or QPACK
  'garbage-control': controls(() => [Buffer.concat([Buffer.of(0), Buffer.alloc(300, 'garbage ')])]),
  'settings-twice': controls(() => [control(settingsFrame, settingsFrame)]),
  'endless-settings': controls(() =>
    (function* () {
      yield control(settingsFrame)
      yield* forever(encodeFrame(0x21, Buffer.alloc(0)))
    })(),
  ),
  'endless-control-frame': {
    established: (peer) => {
      const header = Buffer.concat([encodeVarint(0x21), encodeVarint(2 ** 40)])
      peer.write(
        CONTROL,
        (function* () {
          yield control(settingsFrame, header)
          yield* forever(CHUNK)
        })(),
        false,
      )
    },
  },
  'closes-control': controls(() => [control(settingsFrame)], true),
  'data-first': answersWith(() => [data(PAGE), headers(200, ...page)]),
  'bad-qpack': answersWith(() => [encodeFrame(FRAME.headers, Buffer.of(0x02, 0x00, 0x80, 0xff))]),
  'no-status': answersWith(() => [encodeFrame(FRAME.headers, encodeFieldSection(page))]),
  'status-000': answersWith(() => [
    encodeFrame(FRAME.headers, encodeFieldSection([[':status', '000'], ...page])),
    data(PAGE),
  ]),
  'too-long': answersWith(() => [headers(200, ['content-length', '3']), data(PAGE)]),
  // responses that are too much, or not enough
  'big-headers': answersWith(() => [headers(200, ['x-big', 'x'.repeat(1024 * 1024)]), data(PAGE)]),
  'many-headers': answersWith(() => [headers(200, ...Array<Field>(60_000).fill(page[1] as Field))]),
  'endless-body': answersWith(() =>
    (function* () {
      yield headers(200, ...page)
      yield* forever(data(CHUNK))
    })(),
  ),
  'endless-empty-data': answersWith(() =>
    (function* () {
      yield headers(200, ...page)
      yield* forever(data(''))
    })(),
  ),
  'endless-tiny-data': answersWith(() =>
    (function* () {
      yield headers(200, ...page)
      yield* forever(Buffer.concat(Array<Buffer>(1_000).fill(data('x'))))
    })(),
  ),
  'endless-interim': answersWith(() => forever(headers(103, ['link', `</${'x'.repeat(30_000)}>`]))),
  'endless-unknown-frame': answersWith(() =>
    (function* () {
      yield headers(200, ...page)
      yield Buffer.concat([encodeVarint(0x21), encodeVarint(2 ** 40)])
      yield* forever(CHUNK)
    })(),
  ),
  'slow-body': dripped,
  truncated: answersWith(() => [headers(200, ['content-length', '1000']), data(PAGE)]),
  'truncated-frame': answersWith(() => [headers(200, ...page), data(PAGE).subarray(0, 10)]),
  'closes-mid-body': {
    established: greets,
    request: (peer, streamId) => {
      peer.write(streamId, [headers(200, ['content-length', '1000']), data(PAGE)], false)
      peer.every(DRIP_MS, () => peer.close(true, H3_ERRORS.H3_INTERNAL_ERROR))
    },
  },
  // frames that an implementation may hold on to for good
  ...QUIC_FLOODS,
} as const satisfies Record<string, QuicBehaviour>

export type QuicBehaviourName = keyof typeof QUIC_BEHAVIOURS
