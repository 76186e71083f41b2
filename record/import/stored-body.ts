import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecordedBody } from '../../model/recording/exchange.ts'
import { decodedDigest } from '../coding/decoded-digest.ts'
import type { RecordingFolder } from '../folder/write-recording.ts'

/** A body as a file of others has it. */
export interface ImportedBody {
  readonly data: Uint8Array
  readonly form: 'sent' | 'decoded'
  /** Length as sent, where that is known; of the form `sent` the length of its data. */
  readonly sentBytes: number | null
  /** False where the data is known not to be what was decoded, as text in another charset. */
  readonly isDecoded: boolean
}

/** Stores a body in a recording's folder. */
export async function storeBody(
  { data, form, sentBytes, isDecoded }: ImportedBody,
  contentEncoding: string | null,
  folder: RecordingFolder,
): Promise<RecordedBody> {
  const sha256 = createHash('sha256').update(data).digest('hex')
  const file = join(folder.scratch, sha256)
  await writeFile(file, data)
  const decoded =
    form === 'sent'
      ? await decodedDigest(file, contentEncoding)
      : isDecoded
        ? { sha256, bytes: data.length }
        : null
  await folder.addBody(file, sha256)
  return {
    sha256,
    bytes: data.length,
    form,
    sentBytes,
    decodedSha256: decoded?.sha256 ?? null,
    decodedBytes: decoded?.bytes ?? null,
  }
}
