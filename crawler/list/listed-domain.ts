import { getDomain } from 'tldts'
import { type HostName, hostName } from './host-name.ts'

/** The public part of the Public Suffix List only; an unknown last label (`.test`) counts as a suffix, as the list says. */
const SUFFIXES = {
  allowPrivateDomains: false,
  extractHostname: false,
  validateHostname: false,
  detectIp: false,
}

/** A domain that can be surveyed: a host name with a public suffix above it (`bbc.co.uk`, not `co.uk`). */
export function listedDomain(text: string): HostName {
  const name = hostName(text)
  if (name.why !== undefined) return name
  if (!name.host.includes('.')) return { why: 'a single label: no public suffix above it' }
  if (getDomain(name.host, SUFFIXES) === null) return { why: 'is itself a public suffix' }
  return name
}
