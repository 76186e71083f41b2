import type { Database } from '../connection/database.ts'
import type { ArtifactKind } from './artifacts.ts'

interface ArtifactSize {
  readonly kind: ArtifactKind | 'filmstrip'
  /** Unpacked. */
  readonly sizeBytes: number
}

/** Lists what is kept of a sample and how large it is, without the bytes. */
export async function artifactSizes(db: Database, sampleId: number): Promise<ArtifactSize[]> {
  const rows = await db.query(
    `SELECT kind, size_bytes FROM artifacts WHERE sample_id = ?
     UNION ALL
     SELECT 'filmstrip', sum(length(jpeg)) FROM filmstrip_frames WHERE sample_id = ? HAVING count(*) > 0
     ORDER BY 1`,
    [sampleId, sampleId],
  )
  return rows.map((row) => ({ kind: row.kind as ArtifactSize['kind'], sizeBytes: Number(row.size_bytes) }))
}
