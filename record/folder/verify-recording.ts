import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RefusedFile } from '../../crawler/files/refused-file.ts'
import { BODIES, bodyFile, CHECKSUMS, RECORDING_JSON } from '../../model/recording/names.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { RecordingError } from '../recording-error.ts'
import { hashFile, parseChecksums } from './checksums.ts'
import { RECORDING_LIMITS } from './limits.ts'
import { parseRecording, readPart } from './read-recording.ts'

/**
 * Reads a recording and compares every file of it with its checksum.
 * @throws RecordingError for the first file that is missing or differs
 */
export async function verifyRecording(folder: string): Promise<Recording> {
  const listFile = join(folder, CHECKSUMS)
  const jsonFile = join(folder, RECORDING_JSON)
  const recording = parseRecording(await readPart(jsonFile), jsonFile)
  const checksums = parseChecksums(await readPart(listFile))
  if (checksums === null) throw new RecordingError(65, `${listFile}: a line is no checksum`)
  const bodies = recording.exchanges.flatMap(({ body }) => body ?? [])
  const names = new Set([RECORDING_JSON, ...bodies.map(({ sha256 }) => bodyFile(sha256))])
  const stray = [...checksums.keys()].find((name) => !names.has(name) && !isBody(name))
  if (stray !== undefined)
    throw new RecordingError(65, `${listFile}: it names a file that is no part of a recording`)
  const unlisted = [...names].find((name) => !checksums.has(name))
  if (unlisted !== undefined) throw new RecordingError(65, `${listFile}: it has no checksum of ${unlisted}`)
  for (const [name, expected] of checksums) await demandHash(folder, name, expected)
  for (const { sha256, bytes } of bodies) {
    const file = join(folder, bodyFile(sha256))
    const { size } = await stat(file)
    if (size !== bytes || checksums.get(bodyFile(sha256)) !== sha256)
      throw new RecordingError(74, `${file}: it is not the body that recording.json describes`)
  }
  return recording
}

const isBody = (name: string): boolean => new RegExp(`^${BODIES}/[0-9a-f]{64}$`).test(name)

async function demandHash(folder: string, name: string, expected: string): Promise<void> {
  const file = join(folder, name)
  const maxBytes = name === RECORDING_JSON ? RECORDING_LIMITS.jsonBytes : RECORDING_LIMITS.bodyBytes
  let found: string
  try {
    found = await hashFile(file, { maxBytes, within: folder })
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'it is missing' : `not readable (${code})`
    throw new RecordingError(66, `${file}: ${why}`, { cause: error })
  }
  if (found !== expected)
    throw new RecordingError(
      74,
      `${file}: its checksum differs: it was changed after it was recorded, or is damaged`,
    )
}
