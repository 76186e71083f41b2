import { TooManyDecodedBytes } from '../coding/decoding-budget.ts'
import { RecordingError } from '../recording-error.ts'
import { type WarcRecord, warcRecords } from '../warc/warc.ts'
import { WARC_LIMITS } from '../warc/warc-limits.ts'

/**
 * Hands each record of a WARC file on, one after the other.
 * @throws RecordingError where the file is none, or is more than WARC_LIMITS
 */
export async function eachWarcRecord(
  file: string,
  add: (record: WarcRecord) => Promise<void>,
): Promise<void> {
  try {
    for await (const record of warcRecords(file)) await add(record)
  } catch (error) {
    if (!(error instanceof TooManyDecodedBytes)) throw error
    const why = `its bodies decode to more than ${WARC_LIMITS.decodedBytes} bytes`
    throw new RecordingError(65, `${file}: ${why}`, { cause: error })
  }
}
