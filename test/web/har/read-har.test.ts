import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { MOST_VALUES } from '../../../web/har/json-values.ts'
import { readHar, readHarValue } from '../../../web/har/read-har.ts'
import { READ_REFUSALS, type ReadRefusal } from '../../../web/har/read-refusal.ts'
import { bytesOf, entry, har } from './har-text.ts'

const PLAIN = await readHar(bytesOf(har()))

function utf16(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * text.length)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), littleEndian)
  return bytes
}

function utf32(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const characters = [...text]
  const view = new DataView(new ArrayBuffer(4 * characters.length))
  for (const [i, character] of characters.entries())
    view.setUint32(4 * i, character.codePointAt(0) ?? 0, littleEndian)
  return new Uint8Array(view.buffer)
}

test('a HAR is read field by field, with null for what is missing', async () => {
  assert.ok('har' in PLAIN)
  assert.equal(PLAIN.har.version, '1.2')
  assert.deepEqual(PLAIN.har.entries[0], {
    pageref: 'page_1',
    startedMs: Date.UTC(2026, 10, 21, 12),
    method: 'GET',
    timeMs: 332,
    url: 'https://www.site.test/',
    status: 200,
    mimeType: 'text/html',
    type: 'document',
    protocol: 'h2',
    connection: null,
    initialPriority: null,
    priority: null,
    renderBlocking: null,
    timings: { blocked: 2, dns: 20, connect: 160, ssl: 100, send: 1, wait: 119, receive: 30 },
    sizeBytes: null,
    fromCache: false,
    redirectUrl: '',
    altSvc: null,
    isDocument: null,
    destination: null,
    refererOrigin: null,
    browser: { family: 'chromium', major: 156 },
    automated: false,
  })
})

test('what browsers and WebPageTest say of a request is read, a connection of 0 as none', async () => {
  const read = async (words: object) => {
    const found = await readHar(bytesOf(har({ entries: [entry({ more: { ...words } })] })))
    assert.ok('har' in found)
    const [first] = found.har.entries
    return [first?.connection, first?.initialPriority, first?.priority, first?.renderBlocking]
  }
  const chromium = {
    connection: '12',
    _initialPriority: 'Low',
    _priority: 'High',
    _renderBlocking: 'blocking',
  }
  assert.deepEqual(await read(chromium), ['12', 'Low', 'High', 'blocking'])
  const devTools = { _connectionId: '12', _priority: 'Highest', _renderBlocking: 'in_body_parser_blocking' }
  assert.deepEqual(await read(devTools), ['12', null, 'VeryHigh', 'in-body parser blocking'])
  assert.deepEqual(await read({ connection: '0', _priority: {}, _renderBlocking: 1 }), [
    null,
    null,
    null,
    null,
  ])
  assert.deepEqual(await read({ connection: 'x'.repeat(65) }), [null, null, null, null])
})

const text = JSON.stringify(har())
/** Its pieces, each packed by itself. */
function members(...cuts: number[]): Uint8Array<ArrayBuffer> {
  const pieces = [0, ...cuts].map((cut, i) => Buffer.from(text).subarray(cut, cuts[i]))
  return new Uint8Array(Buffer.concat(pieces.map((piece) => gzipSync(piece))))
}

const SPELLINGS: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'with a byte order mark': bytesOf(`\u{FEFF}${text}`),
  'in UTF-16, little-endian': utf16(`\u{FEFF}${text}`, true),
  'in UTF-16, big-endian': utf16(`\u{FEFF}${text}`, false),
  'in UTF-16 without a mark, little-endian': utf16(text, true),
  'in UTF-16 without a mark, big-endian': utf16(`\n${text}`, false),
  'as JSONP': bytesOf(`onInputData(${text});\n`),
  'as JSONP whose end is missing': bytesOf(`window.onInputData ( ${text}`),
  'packed by gzip': new Uint8Array(gzipSync(text)),
  'packed by gzip, in two members': members(40),
  'packed by gzip, in many members': members(3, 9, 20, 21, 22, 100),
  'as a zlib stream': new Uint8Array(deflateSync(text)),
  'as a zlib stream, hardly packed': new Uint8Array(deflateSync(text, { level: 1 })),
  'in UTF-16 without a mark, packed by gzip': new Uint8Array(gzipSync(utf16(text, true))),
  'as JSONP, with a byte order mark, packed by gzip': new Uint8Array(
    gzipSync(`\u{FEFF}onInputData(${text})`),
  ),
  'without the log around it': bytesOf(har().log),
  'with white space around it': bytesOf(`\r\n\t ${text} \n`),
}

for (const [how, bytes] of Object.entries(SPELLINGS)) {
  test(`a HAR is read ${how}`, async () => assert.deepEqual(await readHar(bytes), PLAIN))
}

test('bytes that are no UTF-8 spoil the text that they stand in, and nothing else', async () => {
  const bytes = bytesOf(har({ entries: [entry({ more: { comment: '@@' } })] }))
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0x40) bytes[i] = 0xff
  assert.deepEqual(await readHar(bytes), PLAIN)
})

const many = (count: number) => har({ entries: Array.from({ length: count }, () => ({})) })

const REFUSED: Readonly<Partial<Record<ReadRefusal, readonly (string | Uint8Array<ArrayBuffer>)[]>>> = {
  empty: ['', ' \n', '\u{FEFF}', new Uint8Array(gzipSync(''))],
  too_large: [
    new Uint8Array(200_000_001),
    new Uint8Array(gzipSync(Buffer.alloc(200_000_001, 32), { level: 1 })),
  ],
  too_many_entries: [JSON.stringify(many(20_001))],
  bad_gzip: [
    new Uint8Array(gzipSync(text)).slice(0, 100),
    new Uint8Array([...gzipSync(text).subarray(0, 60), 1, 2, 3]),
    members(40).slice(0, -9),
    new Uint8Array([...gzipSync(text), ...Array.from({ length: 500 }, () => [0x1f, 0x8b, 8, 0]).flat()]),
  ],
  bad_zlib: [new Uint8Array(deflateSync(text)).slice(0, 100), new Uint8Array([0x78, 0x9c, 1, 2, 3])],
  other_packing: [
    new Uint8Array(zstdCompressSync(text)),
    new Uint8Array(Buffer.from('BZh91AY&SY')),
    new Uint8Array([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0]),
  ],
  utf_32: [
    utf32(text, true),
    utf32(text, false),
    utf32(`\u{FEFF}${text}`, true),
    utf32(`\u{FEFF}${text}`, false),
  ],
  too_many_values: [
    `{"log":{"version":"1.2","entries":[${'{},'.repeat(2_500_000)}{}]}}`,
    `[${'0,'.repeat(MOST_VALUES)}0]`,
    `{"log":{"version":"1.2","comment":"\\"","pages":[${'[],'.repeat(2_500_000)}[]],"entries":[{}]}}`,
  ],
  zip: [new Uint8Array([0x50, 0x4b, 3, 4, 20, 0])],
  binary: [
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]),
    new Uint8Array(100),
    new Uint8Array([1, 0, 0x42, 0x53, 0, 9]),
  ],
  web_archive: ['<!DOCTYPE html><title>x</title>', 'From: <Saved by Blink>\r\nMIME-Version: 1.0\r\n'],
  xml: ['<?xml version="1.0"?><log><version>1.1</version></log>', '<log/>'],
  net_log: [JSON.stringify({ constants: {}, events: [] })],
  trace: [JSON.stringify({ traceEvents: [] })],
  cut_off: [text.slice(0, -1), text.slice(0, text.length / 2), text.slice(0, 20), '{"log":{"version":"1.2'],
  not_json: ['HTTP/1.1 200 OK', '{"log": {"version": "1.2",,}}', 'callback({)', "{'log': {}}"],
  no_log: [
    '[]',
    'null',
    '1',
    '"log"',
    '{}',
    '{"log":[]}',
    '{"log":{}}',
    '{"log":{"entries":{}}}',
    '{"request":{}}',
  ],
  no_entries: [
    '{"log":{"version":"1.2","entries":[]}}',
    '{"log":{"version":"1.2"}}',
    '{"entries":[null,1,[]]}',
  ],
}

for (const [reason, files] of Object.entries(REFUSED)) {
  const sentence = READ_REFUSALS[reason as ReadRefusal]
  test(`no HAR: ${sentence}`, async () => {
    for (const file of files) {
      const bytes = typeof file === 'string' ? bytesOf(file) : file
      assert.deepEqual(
        await readHar(bytes),
        { refused: reason },
        typeof file === 'string' ? file.slice(0, 60) : reason,
      )
    }
  })
}

test('brackets and commas in texts are no values', async () => {
  const comment = '{[,\\"'.repeat(1_000_000)
  const read = await readHar(bytesOf(har({ entries: [entry({ more: { comment } })] })))
  assert.deepEqual(read, PLAIN)
})

test('20,000 requests are read', () => {
  const read = readHarValue(many(20_000))
  assert.equal('har' in read && read.har.entries.length, 20_000)
})

test('JSON that is nested deeper than any stack is refused or read, not fatal', async () => {
  for (const deep of [
    '['.repeat(200_000),
    `{"log":{"entries":[{"request":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}}`,
  ])
    assert.ok(await readHar(bytesOf(deep)))
})

test('times of a file without a time zone, and such that are no dates, are unknown', () => {
  const moments = {
    '2026-11-21T12:00:00.000+0100': Date.UTC(2026, 10, 21, 11),
    '2026-11-21T12:00:00.123456+01:00': Date.UTC(2026, 10, 21, 11, 0, 0, 123),
    '2026-11-21T12:00:00Z': Date.UTC(2026, 10, 21, 12),
    '2026-11-21T12:00:00': null,
    '2026-13-21T12:00:00Z': null,
    '21 Nov 2026 12:00': null,
    '': null,
  }
  for (const [started, startedMs] of Object.entries(moments)) {
    const read = readHarValue(har({ entries: [entry({ started })] }))
    assert.equal('har' in read && read.har.entries[0]?.startedMs, startedMs, started)
  }
})

test('WebPageTest has the protocol apart from what it calls httpVersion', () => {
  const read = readHarValue(har({ entries: [entry({ httpVersion: 'us:', more: { _protocol: 'HTTP/2' } })] }))
  assert.equal('har' in read && read.har.entries[0]?.protocol, 'h2')
})

test('a request that nothing answered came by no protocol, whatever the file says', () => {
  const read = readHarValue(har({ entries: [entry({ httpVersion: 'HTTP/1.1', status: 0 })] }))
  assert.equal('har' in read && read.har.entries[0]?.protocol, null)
})
