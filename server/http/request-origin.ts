import type { Request } from 'express'

/** A name or an address, and a port; nothing that would mean anything to a shell or to HTML. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

/** Origin where nobody can tell: a name that belongs to nobody (RFC 6761, 6.5). */
const UNKNOWN_ORIGIN = 'https://towline.example'

/**
 * Origin for examples in a page that goes to this visitor alone: the configured one, else the one that was asked. `Host`
 * is whatever a client writes: never for what others see, nor for what a crawler of pages reads.
 */
export function requestOrigin(request: Request, configured: string | null): string {
  if (configured !== null) return configured
  const { host = '' } = request.headers
  return HOST.test(host) ? `${request.protocol}://${host.toLowerCase()}` : UNKNOWN_ORIGIN
}
