import { parse } from 'tldts'
import type { SurveyedSite } from '../../model/site-facts.ts'

/** Says why two sites count as one online presence. */
export const PRESENCE_LINKS = {
  same_registrable_domain: 'same registrable domain',
  same_name_other_suffix: 'same name under another public suffix',
  same_final_origin: 'same final origin',
  same_final_domain: 'same registrable domain of the final origin',
  same_certificate: 'same certificate',
  same_organization: 'same organisation in the certificate',
} as const

export type PresenceLink = keyof typeof PRESENCE_LINKS

export interface PresenceKey {
  readonly link: PresenceLink
  readonly value: string
}

/**
 * Names that one certificate may serve and still be taken for one operator's. A company seldom has more *names* (its
 * country domains share one) in a certificate; beyond that it is a CDN's or a shared host's, with its customers in it.
 */
const MAX_NAMES_OF_A_CERTIFICATE = 10

/**
 * Organisations that stand in certificates issued for their customers' names, so that the organisation is not the
 * site's operator. Compared from the start, in lower case.
 */
const CERTIFICATES_FOR_CUSTOMERS = [
  'akamai',
  'alibaba',
  'cdn77',
  'cdnetworks',
  'chinanetcenter',
  'cloudflare',
  'datacamp',
  'edgecast',
  'edgio',
  'fastly',
  'gcore',
  'g-core',
  'imperva',
  'incapsula',
  'limelight',
  'qrator',
  'quantil',
  'stackpath',
  'sucuri',
  'tencent',
  'wangsu',
]

/**
 * Networks (names as in `survey/cdn.json`) known to put several customers into one domain-validated certificate, which
 * names no organisation: there the certificate says nothing of who runs the site.
 */
const NETWORKS_WITH_SHARED_CERTIFICATES = new Set([
  'Akamai',
  'CDN77',
  'Cloudflare',
  'Fastly',
  'Imperva',
  'KeyCDN',
  'StackPath',
  'Sucuri',
])

const isForCustomers = (organization: string | null) =>
  CERTIFICATES_FOR_CUSTOMERS.some((name) => organization?.toLowerCase().startsWith(name))

/**
 * The presence keys of every site, in the order in which a reason is given. Depends on the set of sites only.
 *
 * Private suffixes count (`a.github.io` and `b.github.io` are two), and a name under one makes no link to the same name
 * elsewhere: `shop.blogspot.com` is not `shop.com`. A name under a public suffix does, as the same brand's country
 * domains have nothing else in common; that takes some namesakes for one, which costs a selection a site and never
 * gives it the same presence twice.
 */
export function presenceKeys(sites: readonly SurveyedSite[]): readonly (readonly PresenceKey[])[] {
  const nameOf = sites.map((site) => registrable(site.domain))
  const namesOfCertificate = new Map<string, Set<string>>()
  for (const [index, { certFingerprint }] of sites.entries()) {
    if (certFingerprint === null) continue
    const names = namesOfCertificate.get(certFingerprint) ?? new Set()
    names.add(nameOf[index]?.name ?? nameOf[index]?.domain ?? '')
    namesOfCertificate.set(certFingerprint, names)
  }
  return sites.map((site, index) => {
    const keys: PresenceKey[] = []
    const name = nameOf[index]
    if (name) {
      keys.push({ link: 'same_registrable_domain', value: name.domain })
      if (name.name !== null) keys.push({ link: 'same_name_other_suffix', value: name.name })
    }
    const final = site.finalOrigin === null ? null : new URL(site.finalOrigin)
    if (final) {
      keys.push({ link: 'same_final_origin', value: final.origin })
      keys.push({ link: 'same_final_domain', value: registrable(final.hostname).domain })
    }
    if (!isForCustomers(site.certOrganization)) {
      const organization = site.certOrganization?.trim().toLowerCase() ?? ''
      const print = site.certFingerprint
      const mayBeShared = organization === '' && NETWORKS_WITH_SHARED_CERTIFICATES.has(site.cdn ?? '')
      const names = namesOfCertificate.get(print ?? '')?.size ?? 0
      if (print !== null && !mayBeShared && names <= MAX_NAMES_OF_A_CERTIFICATE) {
        keys.push({ link: 'same_certificate', value: print })
      }
      if (organization !== '') keys.push({ link: 'same_organization', value: organization })
    }
    return keys
  })
}

/** `name` is null under a private suffix. A host that is itself a suffix, or an address, stands for itself. */
function registrable(host: string): { readonly domain: string; readonly name: string | null } {
  const found = parse(host, { allowPrivateDomains: true, extractHostname: false, validateHostname: false })
  if (found.domain !== null) {
    return { domain: found.domain, name: found.isPrivate ? null : found.domainWithoutSuffix }
  }
  // `blogspot.com` is a private suffix and a site of its own.
  const open = found.isPrivate ? parse(host, { extractHostname: false, validateHostname: false }) : null
  return { domain: host, name: open?.domainWithoutSuffix ?? null }
}

/** Gives every site the index of its presence: the smallest index of a site it is linked with, over any number of links. */
export function groupByKeys(keys: readonly (readonly PresenceKey[])[]): readonly number[] {
  const parent = keys.map((_, index) => index)
  const root = (index: number): number => {
    let ancestor = index
    for (let up = parent[ancestor] ?? ancestor; up !== ancestor; up = parent[ancestor] ?? ancestor) {
      parent[ancestor] = parent[up] ?? up
      ancestor = up
    }
    return ancestor
  }
  const first = new Map<string, number>()
  for (const [index, siteKeys] of keys.entries()) {
    for (const { link, value } of siteKeys) {
      const key = keyText({ link, value })
      const other = first.get(key)
      if (other === undefined) {
        first.set(key, index)
        continue
      }
      const [a, b] = [root(other), root(index)]
      parent[Math.max(a, b)] = Math.min(a, b)
    }
  }
  return parent.map((_, index) => root(index))
}

/** A site's domain and the domain where another's visit ends are one thing: `youtu.be` ends at `youtube.com`. */
function keyText({ link, value }: PresenceKey): string {
  return `${link === 'same_final_domain' ? 'same_registrable_domain' : link} ${value}`
}

/** Finds what two sites share: the first link in the order of the keys, null where they share none. */
export function sharedLink(a: readonly PresenceKey[], b: readonly PresenceKey[]): PresenceLink | null {
  const alike = a.find((key) => b.some(({ link, value }) => link === key.link && value === key.value))
  if (alike) return alike.link
  // The remaining link is the domain of one that is the final domain of the other.
  return a.some((key) => b.some((other) => keyText(other) === keyText(key))) ? 'same_final_domain' : null
}
