import { INVITE_PATTERN } from '../../model/contribution-terms.ts'

export interface Settings {
  /** Origin of the collecting server; null: the one that the package was built for. */
  readonly server: string | null
  /** Token of a closed pilot. */
  readonly invite: string | null
}

export const DEFAULT_SETTINGS: Settings = { server: null, invite: null }

/** Not `[::1]`: a content security policy cannot name an IPv6 address, so that the browser would block what is sent there. */
const LOOPBACK = ['localhost', '127.0.0.1']

/** Origin of a server that records may go to: https, or http on this machine (safety.md ING-17); null for anything else. */
export function serverOrigin(text: string): string | null {
  const address = URL.parse(text.trim())
  if (address === null || address.username !== '' || address.password !== '') return null
  if (address.pathname !== '/' || address.search !== '' || address.hash !== '') return null
  const safe =
    address.protocol === 'https:' || (address.protocol === 'http:' && LOOPBACK.includes(address.hostname))
  return safe ? address.origin : null
}

/** An invite token as it is pasted; null where it is none. */
export function inviteToken(text: string): string | null {
  const token = text.trim()
  return INVITE_PATTERN.test(token) ? token : null
}
