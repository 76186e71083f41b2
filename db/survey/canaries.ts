import type { FailureCode } from '../../model/failure-codes.ts'
import type { Database, Query } from '../connection/database.ts'

/** One answer of the known-good HTTP/3 server. */
export interface CanaryResult {
  readonly ok: boolean
  readonly failure: FailureCode | null
  /** The least of its connections; null or absent: not known. */
  readonly rttMs?: number | null
}

interface CanaryRow extends CanaryResult {
  readonly block: number
  /** One answer ends a block and begins the next, and is recorded for both. */
  readonly phase: 'before' | 'after'
  readonly checkedAt: string
  readonly owner: string
}

interface CanaryTurn extends CanaryResult {
  readonly surveyId: number
  readonly owner: string
  readonly checkedAt: string
  /** Blocks that end here. Where the canary failed, what they say of HTTP/3 is void. */
  readonly closes: readonly number[]
  /** Whether a new block begins here. */
  readonly opens: boolean
}

/** Records a canary's answer with all its consequences in one transaction; resolves to the new block's number. */
export async function recordCanary(db: Database, turn: CanaryTurn): Promise<number | null> {
  return db.write(async (query) => {
    const { surveyId } = turn
    for (const block of turn.closes) {
      await insert(query, turn, block, 'after')
      if (turn.ok) continue
      await query(
        'UPDATE survey_sites SET h3_void = true, h3 = NULL, h3_handshake = NULL WHERE survey_id = ? AND block = ?',
        [surveyId, block],
      )
    }
    if (!turn.opens) return null
    // Two runs of one survey number their blocks together. Both have referred to its row, so that a lock on its key as well
    // would be a deadlock.
    if (db.dialect === 'postgres')
      await query('SELECT id FROM surveys WHERE id = ? FOR NO KEY UPDATE', [surveyId])
    const [last] = await query('SELECT max(block) AS block FROM canaries WHERE survey_id = ?', [surveyId])
    const block = last?.block === null ? 0 : Number(last?.block) + 1
    await insert(query, turn, block, 'before')
    return block
  })
}

/**
 * Voids what sites outside of any block say of HTTP/3: a job recorded them one at a time and never came to the second answer.
 * For the end of a survey whose canary is asked; each visit of a run is in a block.
 */
export async function voidOutsideBlocks(db: Database, surveyId: number): Promise<void> {
  await db.write((query) =>
    query(
      `UPDATE survey_sites SET h3_void = true, h3 = NULL, h3_handshake = NULL
       WHERE survey_id = ? AND state = 'done' AND block IS NULL AND (h3 IS NOT NULL OR h3_handshake IS NOT NULL)`,
      [surveyId],
    ),
  )
}

/** Blocks that have begun and not ended, with the owner that began them. */
export async function openBlocks(
  db: Database,
  surveyId: number,
): Promise<{ readonly block: number; readonly owner: string }[]> {
  const rows = await db.query(
    `SELECT block, owner FROM canaries AS before WHERE survey_id = ? AND phase = 'before' AND NOT EXISTS
      (SELECT 1 FROM canaries AS after WHERE after.survey_id = before.survey_id AND after.block = before.block AND after.phase = 'after')
     ORDER BY block`,
    [surveyId],
  )
  return rows.map((row) => ({ block: Number(row.block), owner: String(row.owner) }))
}

export async function readCanaries(db: Database, surveyId: number): Promise<CanaryRow[]> {
  const rows = await db.query('SELECT * FROM canaries WHERE survey_id = ? ORDER BY block, phase DESC', [
    surveyId,
  ])
  return rows.map((row) => ({
    block: Number(row.block),
    phase: row.phase as CanaryRow['phase'],
    checkedAt: String(row.at),
    ok: Boolean(row.ok),
    failure: row.failure as FailureCode | null,
    owner: String(row.owner),
    rttMs: row.rtt_ms === null ? null : Number(row.rtt_ms),
  }))
}

/** Round trips in milliseconds, in the order of asking: the first before any site was visited, the others meanwhile. */
export async function canaryRoundTrips(db: Database, surveyId: number): Promise<number[]> {
  const rows = await db.query(
    "SELECT rtt_ms FROM canaries WHERE survey_id = ? AND phase = 'before' AND rtt_ms IS NOT NULL ORDER BY at, block",
    [surveyId],
  )
  return rows.map((row) => Number(row.rtt_ms))
}

async function insert(
  query: Query,
  turn: CanaryTurn,
  block: number,
  phase: CanaryRow['phase'],
): Promise<void> {
  await query(
    'INSERT INTO canaries (survey_id, block, phase, owner, at, ok, failure, rtt_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    [turn.surveyId, block, phase, turn.owner, turn.checkedAt, turn.ok, turn.failure, turn.rttMs ?? null],
  )
}
