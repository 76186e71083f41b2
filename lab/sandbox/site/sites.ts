import { FAILURES } from '../../../model/failure-codes.ts'
import { hardSites } from './hard-sites.ts'
import type { HostSpec, SiteSpec } from './site-spec.ts'
import data from './sites.json' with { type: 'json' }
import type { PageTruth, SandboxSite } from './truth.ts'

type Facts = SandboxSite['facts']

/** An entry as it stands in the file: `like` names sets of facts, which its own facts override. */
interface Entry extends HostSpec {
  readonly domain: string
  readonly about: string
  readonly server: SandboxSite['server']
  readonly replicable?: boolean
  readonly hosts?: Readonly<Record<string, HostSpec>>
  readonly organization?: string
  readonly certificateOf?: string
  readonly like?: readonly string[]
  readonly facts?: Facts
  readonly page?: PageTruth
  /** `page`: made for browsers alone, and no part of the list. */
  readonly kind?: 'page'
}

/**
 * The sites that lists are made of, in the order of the data file, their facts put together.
 *
 * @param replicated domains that replicas may be made of; default: those that are healthy and cheap
 */
export function readSites(replicated: readonly string[] | null = null): SiteSpec[] {
  const sites = read(undefined)
  if (replicated === null) return sites
  return sites.map((site) => ({ ...site, replicable: replicated.includes(site.domain) }))
}

/** The sites that are made for browsers alone: what goes wrong in a page, which no survey sees. */
export function readBrowserSites(): SiteSpec[] {
  return [...read('page'), ...hardSites()]
}

function read(wanted: Entry['kind']): SiteSpec[] {
  const sets = data.factSets as unknown as Readonly<Record<string, Facts>>
  const entries = (data.sites as unknown as readonly Entry[]).filter(({ kind }) => kind === wanted)
  return entries.map((entry) => {
    const { like = [], facts, kind, ...rest } = entry
    const parts = like.map((name) => {
      const set = sets[name]
      if (!set) throw new Error(`sites.json: ${entry.domain} is like '${name}', which is not among factSets`)
      return set
    })
    const merged = Object.assign({}, ...parts, facts) as Facts
    for (const [name, value] of [...Object.entries(merged), ...Object.entries(entry.page ?? {})])
      if (/failure$/i.test(name) && value !== null && !(String(value) in FAILURES))
        throw new Error(`sites.json: ${entry.domain} has the unknown failure code '${value}'`)
    return { ...rest, replicable: entry.replicable ?? false, hosts: entry.hosts ?? {}, facts: merged }
  })
}

/** A list entry: a site, or the n-th replica (from 1) of one. */
export interface Listed {
  readonly site: SandboxSite
  readonly spec: SiteSpec
  /** 0 for the site itself. */
  readonly replica: number
}

/**
 * The list's entries: all sites, then replicas (`00001.all-three.test`) of the replicable ones in turn, until there
 * are `total`. A total below the number of sites takes the first ones.
 */
export function listSites(specs: readonly SiteSpec[], total: number): Listed[] {
  const replicable = specs.filter((spec) => spec.replicable)
  return Array.from({ length: total }, (_, index) => {
    const base = specs[index]
    if (base) return { site: siteOf(base, base.domain), spec: base, replica: 0 }
    const n = index - specs.length
    const spec = replicable[n % replicable.length]
    if (!spec) throw new Error('no site can be replicated')
    const replica = 1 + Math.floor(n / replicable.length)
    return { site: siteOf(spec, `${String(replica).padStart(5, '0')}.${spec.domain}`), spec, replica }
  })
}

/** Lists those whose page has a known composition or a known fault: of the list first, then those for browsers alone. */
export function pagesOf(specs: readonly SiteSpec[]): SandboxSite[] {
  return specs.filter(({ page }) => page !== undefined).map((spec) => siteOf(spec, spec.domain))
}

function siteOf(spec: SiteSpec, domain: string): SandboxSite {
  const { about, server, replicable, facts, page } = spec
  const finalOrigin = facts.finalOrigin?.replaceAll('{domain}', domain)
  return {
    domain,
    about,
    server,
    replicable,
    facts: finalOrigin ? { ...facts, finalOrigin } : facts,
    ...(page && { page }),
  }
}
