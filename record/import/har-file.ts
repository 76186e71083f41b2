import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'
import { readBytes } from '../../crawler/files/read-file.ts'
import { RefusedFile } from '../../crawler/files/refused-file.ts'
import { codeOf } from '../../crawler/process/thrown.ts'
import { type HarPage, readPages } from '../../har/har-page.ts'
import { type PageRequest, readPageRequest } from '../../har/page-request.ts'
import { isObject, type Json } from '../../har/read-value.ts'
import { RecordingError } from '../recording-error.ts'

/** Longest HAR file that is read, as it is and unpacked. */
const MAX_HAR_BYTES = 300_000_000

/** RFC 1952, 2.3.1. */
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

/** A member that is missing or of another type is undefined: makers of HARs differ. */
const lenient = <Type extends z.ZodType>(type: Type) => type.optional().catch(undefined)
const text = lenient(z.string())
const number = lenient(z.number())
const whole = lenient(z.int())
// Place in the text that has the element or the call, counted from 0.
const place = { lineNumber: number, columnNumber: number }
const fields = z
  .array(z.object({ name: z.string(), value: z.string() }).or(z.unknown().transform(() => null)))
  .catch([])
  .transform((list) => list.flatMap((each) => (each === null ? [] : [[each.name, each.value] as const])))

const HAR_ENTRY = z.object({
  startedDateTime: text,
  time: number,
  serverIPAddress: text,
  _initiator: lenient(
    z.object({
      type: text,
      url: text,
      requestId: text,
      ...place,
      stack: lenient(
        z.object({
          callFrames: lenient(z.array(z.object({ url: text, ...place }))),
          parent: z.unknown().optional(),
        }),
      ),
    }),
  ),
  // The whole of DevTools' initiator as JSON text, as chrome-har has it.
  _initiator_detail: text,
  _requestId: text,
  _resourceType: text,
  // Priority when the request was made; `_priority` is the last that the browser gave it.
  _initialPriority: text,
  _priority: text,
  _error: text,
  _fromCache: text,
  // chrome-har's seconds of the browser's own clock, when the request left the page's process.
  _requestTime: number,
  // chrome-har's decoded bytes, and when they came, in milliseconds since the page's start.
  _chunks: lenient(z.array(z.object({ ts: z.number(), bytes: z.number() }))),
  _renderBlocking: text,
  request: z.object({
    method: z.string().catch('GET'),
    url: z.string(),
    headers: fields,
    postData: lenient(z.object({ text })),
    bodySize: whole,
  }),
  response: z.object({
    status: z.number().catch(0),
    statusText: z.string().catch(''),
    headers: fields,
    bodySize: whole,
    _transferSize: whole,
    content: lenient(z.object({ size: number, mimeType: text, text, encoding: text })),
    _error: text,
    _fromDiskCache: lenient(z.boolean()),
    _fromEarlyHints: lenient(z.boolean()),
    _fromServiceWorker: lenient(z.boolean()),
  }),
  timings: lenient(
    z.object({
      blocked: number,
      dns: number,
      connect: number,
      ssl: number,
      send: number,
      wait: number,
      receive: number,
      // chrome-har's time before the request left the page's process, part of no other phase.
      _queued: number,
    }),
  ),
})

const HAR_FILE = z.object({
  log: z.object({
    creator: lenient(z.object({ name: text, version: text })),
    browser: lenient(z.object({ name: text, version: text })),
    pages: z.array(z.unknown()).catch([]),
    entries: z.array(z.unknown()),
  }),
})

/** A recording and a graph need headers and bodies beside what all readers take. */
export type HarEntry = z.infer<typeof HAR_ENTRY> & PageRequest

export interface HarFile {
  readonly browser: string | null
  readonly pages: readonly HarPage[]
  /** Sorted by their start; entries that are none are counted. */
  readonly entries: readonly HarEntry[]
  readonly broken: number
}

/**
 * Reads a HAR, which may be packed by gzip.
 * @throws RecordingError where the file cannot be read, or is no HAR
 */
export async function readHar(file: string): Promise<HarFile> {
  let json: unknown
  try {
    const bytes = await readBytes(file, { maxBytes: MAX_HAR_BYTES })
    const text = (await unpacked(file, bytes)).toString()
    // Some writers put a byte order mark before it.
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    if (error instanceof RecordingError || error instanceof RefusedFile) throw error
    if (error instanceof SyntaxError) throw new RecordingError(65, `${file}: no JSON`, { cause: error })
    const { code } = error as NodeJS.ErrnoException
    throw new RecordingError(66, `${file} cannot be read (${code})`, { cause: error })
  }
  return parseHar(json, file)
}

/**
 * @param name of where it is from, in messages
 * @throws RecordingError where it is no HAR
 */
export function parseHar(json: unknown, name: string): HarFile {
  const parsed = HAR_FILE.safeParse(json)
  if (!parsed.success) throw new RecordingError(65, `${name}: no HAR: it has no list of entries`)
  const { browser, pages, entries } = parsed.data.log
  const known = entries.flatMap((entry) => (isObject(entry) ? (readEntry(entry) ?? []) : []))
  return {
    browser: browser?.name === undefined ? null : `${browser.name} ${browser.version ?? ''}`.trim(),
    pages: readPages(pages, () => ({})),
    entries: known.toSorted((a, b) => startOf(a) - startOf(b)),
    broken: entries.length - known.length,
  }
}

function readEntry(entry: Json): HarEntry | null {
  const { data } = HAR_ENTRY.safeParse(entry)
  return data === undefined ? null : { ...data, ...readPageRequest(entry) }
}

async function unpacked(file: string, bytes: Buffer): Promise<Buffer> {
  if (!bytes.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return bytes
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_HAR_BYTES })
  } catch (error) {
    const why = WHY_NOT_UNPACKED[codeOf(error) ?? ''] ?? 'it is packed by gzip, and damaged'
    throw new RecordingError(65, `${file}: ${why}`, { cause: error })
  }
}

const WHY_NOT_UNPACKED: Readonly<Record<string, string>> = {
  ERR_BUFFER_TOO_LARGE: `unpacked it has more than ${MAX_HAR_BYTES} bytes`,
  Z_BUF_ERROR: 'the file is cut off',
}

/** Milliseconds since 1970; those without a start come last. */
export function startOf({ startedDateTime }: { readonly startedDateTime?: string | undefined }): number {
  const start = Date.parse(startedDateTime ?? '')
  return Number.isNaN(start) ? Number.POSITIVE_INFINITY : start
}
