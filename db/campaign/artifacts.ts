import type { Database, Query } from '../connection/database.ts'

export const ARTIFACT_KINDS = ['har', 'timings', 'connections', 'packets'] as const

export type ArtifactKind = (typeof ARTIFACT_KINDS)[number]

export interface StoredArtifact {
  readonly kind: ArtifactKind
  /** Says how `bytes` are to be read: JSON text in UTF-8, compressed with Zstandard (RFC 8878). */
  readonly encoding: 'zstd'
  readonly bytes: Uint8Array
  /** Size of the text. */
  readonly sizeBytes: number
}

export async function insertArtifacts(
  query: Query,
  sampleId: number,
  artifacts: readonly StoredArtifact[],
): Promise<void> {
  for (const { kind, encoding, bytes, sizeBytes } of artifacts) {
    await query(
      'INSERT INTO artifacts (sample_id, kind, encoding, bytes, size_bytes) VALUES (?, ?, ?, ?, ?)',
      [sampleId, kind, encoding, bytes, sizeBytes],
    )
  }
}

export async function readArtifacts(
  db: Database,
  sampleId: number,
  kinds: readonly ArtifactKind[] = ARTIFACT_KINDS,
): Promise<StoredArtifact[]> {
  if (kinds.length === 0) return []
  const rows = await db.query(
    `SELECT kind, encoding, bytes, size_bytes FROM artifacts
     WHERE sample_id = ? AND kind IN (${kinds.map(() => '?').join(', ')}) ORDER BY kind`,
    [sampleId, ...kinds],
  )
  return rows.map((row) => ({
    kind: row.kind as ArtifactKind,
    encoding: row.encoding as StoredArtifact['encoding'],
    bytes: row.bytes as Uint8Array,
    sizeBytes: Number(row.size_bytes),
  }))
}
