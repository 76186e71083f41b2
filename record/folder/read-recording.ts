import { dirname, join } from 'node:path'
import { readText } from '../../crawler/files/read-file.ts'
import { RefusedFile } from '../../crawler/files/refused-file.ts'
import { RECORDING_JSON } from '../../model/recording/names.ts'
import { RECORDING, type Recording } from '../../model/recording/recording.ts'
import { RECORDING_FORMAT, RECORDING_VERSION } from '../../model/recording/version.ts'
import { RecordingError } from '../recording-error.ts'
import { RECORDING_LIMITS } from './limits.ts'

/**
 * Reads `recording.json` of a folder. Bodies are not looked at: `verifyRecording` does that.
 * @throws RecordingError where there is none, it is damaged, or it was written by a newer version
 */
export async function readRecording(folder: string): Promise<Recording> {
  const file = join(folder, RECORDING_JSON)
  return parseRecording(await readPart(file), file)
}

/** @throws RecordingError */
export function parseRecording(text: string, file: string): Recording {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new RecordingError(65, `${file}: no JSON (${oneLine((error as Error).message)})`, { cause: error })
  }
  const { format, version } = (typeof json === 'object' && json !== null ? json : {}) as {
    format?: unknown
    version?: { major?: unknown } | null
  }
  if (format !== RECORDING_FORMAT) throw new RecordingError(65, `${file}: no recording of towline`)
  const major = version?.major
  if (typeof major === 'number' && major > RECORDING_VERSION.major)
    throw new RecordingError(
      76,
      `${file}: it has format version ${major}, newer than ${RECORDING_VERSION.major}, which this version of towline reads: update towline`,
    )
  const parsed = RECORDING.safeParse(json)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'unknown' }
  throw new RecordingError(
    65,
    `${file}: ${path.length === 0 ? '' : `${path.join('.')}: `}${oneLine(message)}`,
  )
}

/** A part of a recording that is text. @throws RecordingError, RefusedFile */
export async function readPart(file: string): Promise<string> {
  try {
    return await readText(file, { maxBytes: RECORDING_LIMITS.jsonBytes, within: dirname(file) })
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'no such file' : `not readable (${code})`
    throw new RecordingError(66, `${file}: ${why}`, { cause: error })
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')
