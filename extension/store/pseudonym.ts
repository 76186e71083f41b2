import { quarterOf } from '../../model/utc-day.ts'
import { base64url, fromBase64url } from '../capture/base64url.ts'

/** 32 random bytes in base64url: made when somebody opts in, and never sent (safety.md P6). */
export function newSecret(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

const SECRET_PATTERN = /^[A-Za-z0-9_-]{43}$/

export function isSecret(text: unknown): text is string {
  return typeof text === 'string' && SECRET_PATTERN.test(text)
}

/**
 * A contributor's pseudonym for one site and quarter (safety.md P6): HMAC-SHA256 of them under the secret, base64url, 43
 * characters. The list's id is part of what names the site, so that equal numbers of two lists do not give one pseudonym.
 */
export async function pseudonymOf(
  secret: string,
  { list, site, day }: { readonly list: string; readonly site: number; readonly day: string },
): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    fromBase64url(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const text = new TextEncoder().encode(`v1|${list}/${site}|${quarterOf(day)}`)
  return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, text)))
}
