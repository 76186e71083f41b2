import { INVITE_PATTERN } from '../contract/contract.ts'

/** The invite in an Authorization header (RFC 6750); null where there is none, or what cannot be one. */
export function inviteToken(authorization: string | undefined): string | null {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return INVITE_PATTERN.test(token) ? token : null
}
