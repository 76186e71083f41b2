import { getDomain } from 'tldts'

/** Browsers count the private part of the Public Suffix List too (URL Standard, registrable domain). */
const SUFFIXES = { allowPrivateDomains: true, extractHostname: false }

/**
 * Whether two URLs belong to one registrable domain, whatever their schemes and ports. Hosts without one (IP addresses,
 * `localhost`, a public suffix itself) must be equal. False where a URL has no host, as `about:blank`.
 */
export function isSameSite(one: string, other: string): boolean {
  const [site, otherSite] = [siteOf(one), siteOf(other)]
  return site !== null && site === otherSite
}

function siteOf(url: string): string | null {
  const host = URL.parse(url)?.hostname
  return host ? (getDomain(host, SUFFIXES) ?? host) : null
}
