import type { Database } from '../connection/database.ts'
import type { ArtifactKind } from './artifacts.ts'

/** What is kept of a sample and how large it is unpacked, without the bytes. */
export async function artifactSizes(
  db: Database,
  sampleId: number,
): Promise<{ readonly kind: ArtifactKind; readonly sizeBytes: number }[]> {
  const rows = await db.query('SELECT kind, size_bytes FROM artifacts WHERE sample_id = ? ORDER BY kind', [
    sampleId,
  ])
  return rows.map((row) => ({ kind: row.kind as ArtifactKind, sizeBytes: Number(row.size_bytes) }))
}
