import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { artifactText } from '../../../db/campaign/artifact-text.ts'
import { ARTIFACT_KINDS, type ArtifactKind, type StoredArtifact } from '../../../db/campaign/artifacts.ts'
import type { SampleArtifacts } from '../../../model/artifacts.ts'

const compress = promisify(zstdCompress)

// A HAR of 100 entries (315 kB): 36 kB in 1.4 ms; gzip takes 38 kB and 4.0 ms, level 9 34 kB and 6.3 ms. A trace of
// 2,000 packets (348 kB): 7 kB in 0.3 ms; gzip 11 kB, 1.6 ms. Time counts, for it lies between two samples.
const LEVEL = 3

/** Artifacts as they are stored: each as JSON text of its own, compressed. What is null is not stored. */
export async function encodeArtifacts(artifacts: SampleArtifacts): Promise<StoredArtifact[]> {
  const kinds = ARTIFACT_KINDS.filter((kind) => artifacts[kind] !== null)
  return Promise.all(
    kinds.map(async (kind) => {
      const text = Buffer.from(JSON.stringify(artifacts[kind]))
      const bytes = await compress(text, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
      return { kind, encoding: 'zstd' as const, bytes, sizeBytes: text.length }
    }),
  )
}

/** The artifacts of one sample, what is not stored as null. Rejects where bytes are not what was stored. */
export async function decodeArtifacts(stored: readonly StoredArtifact[]): Promise<SampleArtifacts> {
  const decode = async <K extends ArtifactKind>(kind: K): Promise<SampleArtifacts[K]> => {
    const artifact = stored.find((candidate) => candidate.kind === kind)
    if (artifact === undefined) return null
    return JSON.parse((await artifactText(artifact)).toString()) as SampleArtifacts[K]
  }
  const [har, timings, connections, packets] = await Promise.all([
    decode('har'),
    decode('timings'),
    decode('connections'),
    decode('packets'),
  ])
  return { har, timings, connections, packets }
}
