import type { StudyList } from '../capture/types.ts'

export interface StudySite {
  readonly site: number
  readonly domain: string
}

/** Hosts of a listed site whose root page counts: its name and www in front of it, nothing else (safety.md P3). */
export function hostsOf(domain: string): readonly string[] {
  return domain.startsWith('www.') ? [domain] : [domain, `www.${domain}`]
}

/** A browser is asked for these so that a site's pages may be read: hosts alone, never a wildcard (safety.md EXT-2). */
export function originPatterns(domain: string): string[] {
  return hostsOf(domain).map((host) => `https://${host}/*`)
}

/** The listed site whose root page an address is; null for any other page, port, scheme or subdomain (safety.md P3). */
export function studySiteOf(list: StudyList, url: string): StudySite | null {
  const address = URL.parse(url)
  if (address === null || address.protocol !== 'https:' || address.port !== '') return null
  if (address.pathname !== '/' || address.search !== '' || address.username !== '' || address.password !== '')
    return null
  return list.sites.find(({ domain }) => hostsOf(domain).includes(address.hostname)) ?? null
}
