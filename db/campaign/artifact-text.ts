import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { StoredArtifact } from './artifacts.ts'

const decompress = promisify(zstdDecompress)

/** The JSON text of an artifact, byte for byte as it was stored; a HAR can be written to a file as it is. */
export async function artifactText({ kind, encoding, bytes, sizeBytes }: StoredArtifact): Promise<Buffer> {
  if (encoding !== 'zstd') throw new TypeError(`artifacts in ${String(encoding)} cannot be read`)
  // Damage must not unpack to gigabytes. Zlib refuses a limit of 0.
  const text = await decompress(bytes, { maxOutputLength: Math.max(sizeBytes, 1) })
  if (text.length !== sizeBytes)
    throw new RangeError(`the artifact ${kind} has ${text.length} bytes in place of ${sizeBytes}`)
  return text
}
