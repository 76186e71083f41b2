import table from './cdn.json' with { type: 'json' }

interface CdnEvidence {
  readonly cnames: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** Further names that the answering host goes by (its own, targets of HTTPS records); read like a CNAME. */
  readonly dnsNames?: readonly string[]
}

interface Cdn {
  readonly cdn: string
  readonly evidence: 'cname' | 'header'
}

interface HeaderRule {
  readonly name: string
  readonly prefix?: string
  readonly contains?: string
}

interface Provider {
  readonly cdn: string
  readonly docs: string
  readonly cnames: readonly string[]
  readonly headers: readonly HeaderRule[]
}

const PROVIDERS: readonly Provider[] = table.providers

const BY_SUFFIX: ReadonlyMap<string, string> = new Map(
  PROVIDERS.flatMap(({ cdn, cnames }) => cnames.map((suffix) => [suffix, cdn] as const)),
)

/** Header names that the table reads, lower case: whoever keeps headers has to keep these. */
export const CDN_HEADERS: readonly string[] = [
  ...new Set(PROVIDERS.flatMap(({ headers }) => headers.map(({ name }) => name))),
].sort()

/**
 * Tells which content delivery network answers, by the table in `cdn.json`; null where it knows none. A CNAME beats a header,
 * since headers also pass through from an origin that sits behind another network. Of several known names in a chain the last
 * counts: it is the nearest to the address. Of several header rules the first in the table does.
 */
export function detectCdn({ cnames, headers, dnsNames = [] }: CdnEvidence): Cdn | null {
  for (const name of [...cnames.toReversed(), ...dnsNames]) {
    const cdn = bySuffix(name)
    if (cdn !== null) return { cdn, evidence: 'cname' }
  }
  for (const provider of PROVIDERS) {
    if (provider.headers.some((rule) => applies(rule, headers)))
      return { cdn: provider.cdn, evidence: 'header' }
  }
  return null
}

function bySuffix(name: string): string | null {
  let suffix = name.toLowerCase().replace(/\.$/, '')
  for (;;) {
    const cdn = BY_SUFFIX.get(suffix)
    if (cdn !== undefined) return cdn
    const dot = suffix.indexOf('.')
    if (dot < 0) return null
    suffix = suffix.slice(dot + 1)
  }
}

function applies({ name, prefix, contains }: HeaderRule, headers: Readonly<Record<string, string>>): boolean {
  if (!Object.hasOwn(headers, name)) return false
  const value = headers[name]?.toLowerCase() ?? ''
  if (prefix !== undefined && !value.startsWith(prefix)) return false
  return contains === undefined || value.includes(contains)
}
