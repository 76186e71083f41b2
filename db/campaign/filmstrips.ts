import { createHash } from 'node:crypto'
import type { Filmstrip } from '../../model/filmstrip.ts'
import type { Database, Query } from '../connection/database.ts'
import type { CampaignRow } from './campaigns.ts'

/** Whether screenshots are taken during the loads of a campaign, all or none (`--filmstrip`, stored with its options). */
export function takesFilmstrips({ options }: Pick<CampaignRow, 'options'>): boolean {
  return (options as { readonly filmstrip?: boolean }).filmstrip === true
}

/** A filmstrip without its pictures. */
interface StoredFilmstrip extends Omit<Filmstrip, 'frames'> {
  readonly frames: readonly StoredFrame[]
}

interface StoredFrame {
  /** Milliseconds since 1970. */
  readonly takenAtMs: number
  /** Names the picture: 16 hexadecimal digits of its SHA-256. */
  readonly name: string
}

export async function insertFilmstrip(query: Query, sampleId: number, filmstrip: Filmstrip): Promise<void> {
  const { widthPx, heightPx, frames, droppedFrames, cutAtMs } = filmstrip
  await query(
    'INSERT INTO filmstrips (sample_id, width_px, height_px, dropped_frames, cut_at_ms) VALUES (?, ?, ?, ?, ?)',
    [sampleId, widthPx, heightPx, droppedFrames, cutAtMs],
  )
  for (const [frame, { takenAtMs, jpeg }] of frames.entries())
    await query(
      'INSERT INTO filmstrip_frames (sample_id, frame, taken_at_ms, name, jpeg) VALUES (?, ?, ?, ?, ?)',
      [sampleId, frame, takenAtMs, pictureName(jpeg), jpeg],
    )
}

/** The filmstrip of a sample; null where none is stored. */
export async function readFilmstrip(db: Database, sampleId: number): Promise<StoredFilmstrip | null> {
  const rows = await db.query(
    `SELECT width_px, height_px, dropped_frames, cut_at_ms, taken_at_ms, name FROM filmstrips
     JOIN filmstrip_frames ON filmstrip_frames.sample_id = filmstrips.sample_id
     WHERE filmstrips.sample_id = ? ORDER BY frame`,
    [sampleId],
  )
  const [first] = rows
  if (first === undefined) return null
  return {
    widthPx: Number(first.width_px),
    heightPx: Number(first.height_px),
    droppedFrames: Number(first.dropped_frames),
    cutAtMs: first.cut_at_ms === null ? null : Number(first.cut_at_ms),
    frames: rows.map((row) => ({ takenAtMs: Number(row.taken_at_ms), name: String(row.name) })),
  }
}

/** A picture of a sample's filmstrip by its name, a JPEG; null where there is none. */
export async function readPicture(db: Database, sampleId: number, name: string): Promise<Uint8Array | null> {
  const [row] = await db.query(
    'SELECT jpeg FROM filmstrip_frames WHERE sample_id = ? AND name = ? ORDER BY frame LIMIT 1',
    [sampleId, name],
  )
  return row === undefined ? null : (row.jpeg as Uint8Array)
}

function pictureName(jpeg: Uint8Array): string {
  return createHash('sha256').update(jpeg).digest('hex').slice(0, 16)
}
