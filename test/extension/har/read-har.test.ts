import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readHar, readHarValue } from '../../../extension/har/read-har.ts'
import { READ_REFUSALS, type ReadRefusal } from '../../../extension/har/read-refusal.ts'
import { bytesOf, entry, har } from './har-text.ts'

const PLAIN = await readHar(bytesOf(har()))

function utf16(text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * text.length)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), littleEndian)
  return bytes
}

test('a HAR is read field by field, with null for what is missing', async () => {
  assert.ok('har' in PLAIN)
  assert.equal(PLAIN.har.version, '1.2')
  assert.deepEqual(PLAIN.har.entries[0], {
    pageref: 'page_1',
    startedMs: Date.UTC(2026, 10, 21, 12),
    timeMs: 332,
    url: 'https://www.site.test/',
    status: 200,
    mimeType: 'text/html',
    protocol: 'h2',
    timings: { blocked: 2, dns: 20, connect: 160, ssl: 100, send: 1, wait: 119, receive: 30 },
    sizeBytes: null,
    fromCache: false,
    redirectUrl: '',
    isDocument: null,
    destination: null,
    refererOrigin: null,
    browser: { family: 'chromium', major: 156 },
    automated: false,
  })
})

const text = JSON.stringify(har())
const SPELLINGS: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'with a byte order mark': bytesOf(`\u{FEFF}${text}`),
  'in UTF-16, little-endian': utf16(`\u{FEFF}${text}`, true),
  'in UTF-16, big-endian': utf16(`\u{FEFF}${text}`, false),
  'as JSONP': bytesOf(`onInputData(${text});\n`),
  'as JSONP whose end is missing': bytesOf(`window.onInputData ( ${text}`),
  'packed by gzip': new Uint8Array(gzipSync(text)),
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
  ],
  zip: [new Uint8Array([0x50, 0x4b, 3, 4, 20, 0])],
  binary: [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), new Uint8Array(100)],
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
