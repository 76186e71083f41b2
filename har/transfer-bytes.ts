import type { Entry, Response } from 'har-format'

/** Bytes of an entry's response as it was transferred; null where unknown. Chromium's extension of HAR 1.2, not always whole. */
export function transferBytes({ response }: Entry): number | null {
  const bytes = response._transferSize
  if (typeof bytes !== 'number' || bytes < 0 || response.status === 0) return null
  return bytes === 0 && response._fromEarlyHints === true ? hintedBytes(response) : bytes
}

/**
 * The body of a response that a 103 made the browser ask for (RFC 8297). It came by the network before the page asked for
 * it; then the browser took it from its cache, and counts nothing.
 */
function hintedBytes({ headers, content }: Response): number | null {
  const headerValue = (wanted: string) =>
    headers.find(({ name }) => name.toLowerCase() === wanted)?.value.trim()
  const declared = headerValue('content-length')
  if (declared !== undefined && /^\d{1,15}$/.test(declared)) return Number(declared)
  return ['', 'identity'].includes(headerValue('content-encoding')?.toLowerCase() ?? '') ? content.size : null
}
