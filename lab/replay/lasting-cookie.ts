/**
 * A `Set-Cookie` that lasts as long from now as it did from when it was sent: what would have run out by now would else
 * delete the cookie (RFC 6265, 5.3). Unchanged where it names no end, or nobody knows when it was sent.
 *
 * @param sentMs since 1970, UTC
 */
export function lastingCookie(value: string, sentMs: number | null): string {
  const attributes = value.split(';')
  const names = attributes.map((attribute) => attribute.split('=')[0]?.trim().toLowerCase())
  const expires = names.indexOf('expires', 1)
  if (sentMs === null || expires < 0 || names.includes('max-age', 1)) return value
  const endMs = Date.parse(attributes[expires]?.split('=').slice(1).join('=').trim() ?? '')
  if (Number.isNaN(endMs)) return value
  return attributes.with(expires, ` Max-Age=${Math.round((endMs - sentMs) / 1_000)}`).join(';')
}
