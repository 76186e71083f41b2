import { isIP } from 'node:net'

/** The address that a URL has for a host, or that Chromium takes its host for without asking (RFC 6761, 6.3); else null. */
export function addressInUrl(url: string): string | null {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  if (host === 'localhost' || host.endsWith('.localhost')) return '127.0.0.1'
  return isIP(host) === 0 ? null : host
}
