import { RecordingError } from '../recording-error.ts'
import { ByteReader, CutOff, TooLong } from './byte-reader.ts'
import { type HeaderFields, headerFields, lastValue } from './header-fields.ts'
import { openWarc } from './open-warc.ts'
import { WARC_LIMITS } from './warc-limits.ts'

/** A revisit's word on the record that has its body; all that it does not say is null. */
export interface RevisitOf {
  readonly id: string | null
  readonly payloadDigest: string | null
  readonly url: string | null
  readonly date: string | null
}

/** One record of a WARC file (ISO 28500; 1.0 and 1.1), as far as a page needs it. */
export interface WarcRecord {
  /** `response`, `request`, `warcinfo`, `revisit`, … */
  readonly type: string
  readonly id: string | null
  readonly payloadDigest: string | null
  /** Record that a `revisit` is of. */
  readonly revisitOf: RevisitOf
  /** Empty where the record has none. */
  readonly url: string
  readonly date: string | null
  /** That the response came from, as the archive says. */
  readonly address: string | null
  /** Its block was not archived as a whole (`WARC-Truncated`, or one of several segments). */
  readonly isPartial: boolean
  /** Size of its block. */
  readonly sizeBytes: number
  /** Its block, or the beginning of it. To be called once, before the next record is asked for; what is not taken is read over. */
  take(maxBytes: number): Promise<Buffer>
}

/**
 * Reads a WARC file, gzipped (as a whole or record by record) or not, one record at a time.
 * @throws RecordingError where the file cannot be read, is no WARC, ends in the middle of a record, or passes a limit
 */
export async function* warcRecords(file: string): AsyncGenerator<WarcRecord> {
  const source = await openWarc(file)
  const reader = new ByteReader(source.bytes, WARC_LIMITS.fileBytes)
  let count = 0
  try {
    while (!(await reader.isAtEnd())) {
      if (count === WARC_LIMITS.records)
        throw new RecordingError(65, `${file}: it has more than ${WARC_LIMITS.records} records`)
      if (!(await reader.begins('WARC/1.'))) throw new RecordingError(65, notWarc(file, count))
      const head = await reader.takeHead(WARC_LIMITS.headBytes)
      const [version = '', ...lines] = head?.toString('utf8').split(/\r?\n/) ?? []
      if (head === null)
        throw new RecordingError(
          65,
          `${file}: the head of record ${count + 1} has more than ${WARC_LIMITS.headBytes} bytes`,
        )
      if (!/^WARC\/1\.[01]$/.test(version)) throw new RecordingError(65, notWarc(file, count))
      const fields = headerFields(lines)
      const length = lastValue(fields, 'content-length') ?? ''
      const sizeBytes = /^\d{1,15}$/.test(length) ? Number(length) : Number.NaN
      if (Number.isNaN(sizeBytes))
        throw new RecordingError(65, `${file}: record ${count + 1} has no length that makes sense`)
      let leftBytes = sizeBytes
      yield {
        type: lastValue(fields, 'warc-type') ?? '',
        id: lastValue(fields, 'warc-record-id'),
        payloadDigest: lastValue(fields, 'warc-payload-digest'),
        revisitOf: {
          id: lastValue(fields, 'warc-refers-to'),
          payloadDigest: lastValue(fields, 'warc-payload-digest'),
          url: urlIn(fields, 'warc-refers-to-target-uri'),
          date: lastValue(fields, 'warc-refers-to-date'),
        },
        url: urlIn(fields, 'warc-target-uri') ?? '',
        date: lastValue(fields, 'warc-date'),
        address: lastValue(fields, 'warc-ip-address'),
        isPartial: fields.has('warc-truncated') || fields.has('warc-segment-number'),
        sizeBytes,
        take: async (maxBytes) => {
          const takeBytes = Math.min(leftBytes, maxBytes)
          leftBytes -= takeBytes
          try {
            return await reader.take(takeBytes)
          } catch (error) {
            throw asRecordingError(error, file, count)
          }
        },
      }
      await reader.skip(leftBytes)
      count += 1
    }
    const lost = source.lostBytes()
    if (lost > 0)
      throw new RecordingError(
        65,
        `${file}: after record ${count} come ${lost} bytes that are not gzip: it is damaged`,
      )
  } catch (error) {
    throw asRecordingError(error, file, count)
  } finally {
    source.close()
  }
  if (count === 0) throw new RecordingError(65, `${file}: the file is empty`)
}

/** WARC 1.0's grammar has it in angle brackets, and some writers do as it says. */
const urlIn = (fields: HeaderFields, name: string): string | null =>
  lastValue(fields, name)?.replace(/^<(.*)>$/, '$1') ?? null

const notWarc = (file: string, count: number): string =>
  count === 0
    ? `${file}: this is no WARC 1.0 or 1.1 file`
    : `${file}: no record begins after record ${count}: its length is wrong, or the file is damaged`

function asRecordingError(error: unknown, file: string, count: number): unknown {
  if (error instanceof RecordingError) return error
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof CutOff || code === 'Z_BUF_ERROR')
    return new RecordingError(65, `${file}: the file is cut off: only ${count} records are whole`, {
      cause: error,
    })
  if (error instanceof TooLong)
    return new RecordingError(65, `${file}: unpacked, it has ${message}`, { cause: error })
  if (code?.startsWith('Z_'))
    return new RecordingError(65, `${file}: damaged gzip data (${message})`, {
      cause: error,
    })
  return error
}
