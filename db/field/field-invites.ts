import { createHash, randomBytes } from 'node:crypto'
import { type Database, writeUnshown } from '../connection/database.ts'
import { asText, orNull, recordReader } from '../rows/record.ts'

const readInvite = recordReader({
  tokenHash: asText,
  pilot: asText,
  createdDay: asText,
  revokedDay: orNull(asText),
})

/** A right to contribute to a closed pilot (safety.md ING-16). Of its token only the SHA-256 is kept, hexadecimal. */
type Invite = ReturnType<typeof readInvite>

const TOKEN_BYTES = 32

/** Resolves to the token, 256 random bits in base64url: it is nowhere but in this answer. */
export async function createInvite(db: Database, pilot: string, day: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await writeUnshown(db, (query) =>
    query('INSERT INTO field_invites (token_hash, pilot, created_day) VALUES (?, ?, ?)', [
      inviteHash(token),
      pilot,
      day,
    ]),
  )
  return token
}

/** `which` is a token or its hash. False where there is no such invite, or it had been revoked before. */
export async function revokeInvite(db: Database, which: string, day: string): Promise<boolean> {
  return writeUnshown(db, async (query) => {
    const revoked = await query(
      `UPDATE field_invites SET revoked_day = ? WHERE token_hash IN (?, ?) AND revoked_day IS NULL
       RETURNING token_hash`,
      [day, which, inviteHash(which)],
    )
    return revoked.length > 0
  })
}

/** All of them, or those of a pilot, the oldest first. */
export async function listInvites(db: Database, pilot: string | null = null): Promise<Invite[]> {
  const rows = await db.query(
    `SELECT token_hash, pilot, created_day, revoked_day FROM field_invites
     WHERE pilot = coalesce(?, pilot) ORDER BY created_day, token_hash`,
    [pilot],
  )
  return rows.map(readInvite)
}

export function inviteHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
