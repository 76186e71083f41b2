import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** A host name in its one written form (lower case, A-labels, no final dot), or why the text is none. */
export type HostName =
  | { readonly host: string; readonly why?: never }
  | { readonly why: string; readonly host?: never }

/** RFC 1035, 2.3.4 and 3.1: 255 octets on the wire are 253 characters in text. */
const MAX_NAME_CHARS = 253
const MAX_LABEL_CHARS = 63

/** DNS allows underscores and hosts have them (RFC 2181, 11), though RFC 952 knew none. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/

/**
 * Nearly all names of a list are written as they are stored, and one pass tells so: two labels or more, the last of which
 * begins with no digit, as that of an address would, in so few characters that no label is too long.
 */
const WRITTEN = /^(?:[a-z0-9_]+(?:-+[a-z0-9_]+)*\.)+[a-z_][a-z0-9_]*(?:-+[a-z0-9_]+)*$/

/**
 * Reads a host name as people write it: upper case, international names and a final dot are taken, everything else than
 * letters, digits, hyphens and underscores is refused with a reason. Addresses are not names.
 */
export function hostName(text: string): HostName {
  return text.length <= MAX_LABEL_CHARS && WRITTEN.test(text) ? { host: text } : hostNameInFull(text)
}

/** The same of any name, without the short way for what is written as it is stored. */
export function hostNameInFull(text: string): HostName {
  const lower = text.toLowerCase()
  const plain = /^[a-z0-9._-]+$/.test(lower)
  const misuse = plain ? null : whyNoName(lower)
  if (misuse !== null) return { why: misuse }
  // Characters beyond letters, digits, hyphens, underscores and dots are non-ASCII here, so the conversion cannot read percent
  // signs, ports or the like into it.
  const ascii = plain ? lower : domainToASCII(lower)
  if (ascii === '') return { why: 'not a valid international domain name' }
  const host = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii
  if (host.length > MAX_NAME_CHARS) return { why: `longer than ${MAX_NAME_CHARS} characters` }
  const labels = host.split('.')
  for (const label of labels) {
    if (label === '') return { why: 'has an empty label' }
    if (label.length > MAX_LABEL_CHARS)
      return { why: `has a label longer than ${MAX_LABEL_CHARS} characters` }
    if (!LABEL.test(label)) return { why: 'has a label that begins or ends with a hyphen' }
  }
  // A last label of digits, or 0x…, makes every URL parser read an IPv4 address (WHATWG URL, 3.5).
  if (/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '')) return { why: 'an IP address, not a name' }
  return { host }
}

function whyNoName(text: string): string | null {
  if (text === '') return 'empty'
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(text)
  if (url) return `a URL: write the host name alone${url[1] ? ` (${url[1].slice(0, MAX_NAME_CHARS)})` : ''}`
  if (isIP(text.replace(/^\[|\]$/g, '')) !== 0) return 'an IP address, not a name'
  if (text.includes('/')) return 'has a path: write the host name alone'
  if (/:\d*$/.test(text)) return 'has a port: write the host name alone'
  if (text.includes('@')) return 'looks like a mail address: write the host name alone'
  if (text.includes('*')) return 'has a wildcard: write one host name'
  if (/\s/.test(text)) return 'has a space in it'
  const other = /[^a-z0-9._\-\u0080-\uffff]/i.exec(text)
  if (other) return `has a character that no host name has (${JSON.stringify(other[0])})`
  return null
}
