import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Exchange } from '../../model/recording/exchange.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { openRecordingFolder } from '../../record/folder/write-recording.ts'

export const BODY = Buffer.from('<!doctype html><title>sample</title>')
export const BODY_SHA256 = createHash('sha256').update(BODY).digest('hex')

export function sampleExchange(id: number, more: Partial<Exchange> = {}): Exchange {
  return {
    id,
    method: 'GET',
    url: `https://a.test/${id}?q=%20`,
    requestHeaders: [['Accept', '*/*']],
    requestBody: null,
    status: 200,
    statusText: 'OK',
    // What the writer puts on one line must come back as it was, whatever it looks like.
    responseHeaders: [
      ['x-list', '[\n  "a",\n  "b"\n]'],
      ['x-quoted', ' [ \\"a\\", "b" ]'],
    ],
    contentEncoding: null,
    body: {
      sha256: BODY_SHA256,
      bytes: BODY.length,
      form: 'sent',
      sentBytes: BODY.length,
      decodedSha256: BODY_SHA256,
      decodedBytes: BODY.length,
    },
    bodyMissing: null,
    redirectTo: null,
    redirectedFrom: null,
    initiator: { type: 'other', exchange: null },
    resourceType: 'Document',
    priority: 'VeryHigh',
    fromServiceWorker: false,
    failure: null,
    protocol: 'h2',
    timings: [],
    ...more,
  }
}

export function sampleRecording(more: Partial<Recording> = {}): Recording {
  return {
    format: 'towline-recording',
    version: { major: 1, minor: 0 },
    tool: { name: 'towline', version: 'test' },
    source: { kind: 'live', file: null },
    pageUrl: 'https://a.test/',
    document: 0,
    recordedAt: '2026-11-22T12:00:00.000Z',
    browser: null,
    userAgent: null,
    link: null,
    loads: [{ ordinal: 0, purpose: 'bodies', startedAt: null, failure: null, metrics: { plt_ms: null } }],
    hosts: [],
    exchanges: [sampleExchange(0), sampleExchange(1)],
    notReplayed: [],
    leftOut: [],
    removedHeaders: [],
    ...more,
  }
}

/** Writes the sample with its one body to `target`. */
export async function writeSample(target: string, recording = sampleRecording()): Promise<void> {
  await using folder = await openRecordingFolder(target)
  const file = join(folder.scratch, 'one')
  await writeFile(file, BODY)
  await folder.addBody(file, BODY_SHA256)
  await folder.finish(recording)
}
