import { timingSafeEqual } from 'node:crypto'
import type { Database } from '../../db/connection/database.ts'
import { inviteHash, listInvites } from '../../db/field/field-invites.ts'
import { inviteToken } from './invite-token.ts'

/**
 * The closed pilot whose studies may be shown to who sent this Authorization header (safety.md ING-16); null without one, or
 * with an invite that is not known or was revoked: they see what everybody sees.
 */
export async function visitorPilot(db: Database, authorization: string | undefined): Promise<string | null> {
  const token = inviteToken(authorization)
  if (token === null) return null
  const hash = Buffer.from(inviteHash(token), 'hex')
  const invites = await listInvites(db)
  const invite = invites.find(
    ({ tokenHash, revokedDay }) =>
      timingSafeEqual(hash, Buffer.from(tokenHash, 'hex')) && revokedDay === null,
  )
  return invite?.pilot ?? null
}
