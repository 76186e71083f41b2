import { isIP } from 'node:net'
import { unbracketed } from '../../process/bracketed.ts'
import { HARD_PAGES } from '../hard/hard-pages.ts'
import { PLANTED_PAGES, plantedHost } from '../hard/pages/planted.ts'
import { THIRD_PARTIES } from '../hard/pages/third-parties.ts'
import { buildPage, type HardHost, type HardPage } from '../hard/shape/hard-page.ts'
import type { HostSpec, SiteSpec } from './site-spec.ts'

/** The hard pages and their third parties, and the planted ones, as sites of the sandbox; made for browsers alone. */
export function hardSites(): SiteSpec[] {
  return [...HARD_PAGES.map(hardSite), ...PLANTED_PAGES.map(plantedSite), ...thirdPartySites()]
}

/** Caddy's hosts ask this: port 80 of the program that answers everything. */
const BEHIND = 'behind.hard-cdn.test'

function hardSite(page: HardPage): SiteSpec {
  const { serves, ports } = page
  return pageSite(page, { serves, ...(ports && { ports }) })
}

const plantedSite = (page: HardPage): SiteSpec => ({
  ...pageSite(page, plantedHost(page)),
  ...(page.domain === 'planted-certificate.test' && { certificate: 'long' }),
})

/** @param own of the page's own host */
function pageSite(page: HardPage, own: HardHost): SiteSpec {
  const { domain, about, hosts, document } = page
  const named = Object.entries(hosts).map(([label, host]) => {
    const literal = unbracketed(label)
    return isIP(literal) === 0
      ? ([`${label}.${domain}`, hostSpec(host)] as const)
      : ([label, { ...hostSpec(host), literal }] as const)
  })
  return {
    domain,
    about,
    replicable: false,
    facts: {},
    page:
      document.fault === undefined
        ? { failure: null, asks: buildPage(page).asks }
        : { failure: 'http_empty_reply' },
    hosts: Object.fromEntries(named),
    ...hostSpec(own),
    server: serverOf(own.serves),
  }
}

function thirdPartySites(): SiteSpec[] {
  return Object.entries(THIRD_PARTIES).map(([domain, { about, hosts }]) => {
    const named = Object.entries(hosts).map(([name, host]) => [name, hostSpec(host)] as const)
    const behind = domain === 'hard-cdn.test' ? [[BEHIND, { server: 'hard', http: {} }] as const] : []
    return {
      domain,
      about,
      replicable: false,
      facts: {},
      server: 'none',
      ipv4: 'refused',
      page: { failure: 'tcp_refused' },
      hosts: Object.fromEntries([...named, ...behind]),
    }
  })
}

const serverOf = (serves: HardHost['serves']): 'hard' | 'caddy' =>
  serves === 'h1' || serves === 'clear' ? 'hard' : 'caddy'

function hostSpec({ serves, ports, sharesAddressOf, hasHttpsRecord }: HardHost): HostSpec {
  if (serves === 'clear') return { server: 'hard', http: {}, ...(ports && { ports: { http: ports } }) }
  const protocols = ({ h1: ['h1'], h2: ['h1', 'h2'], h3: ['h1', 'h2', 'h3'] } as const)[serves]
  return {
    server: serverOf(serves),
    protocols,
    https: serves === 'h1' ? {} : { proxied: { '/*': BEHIND } },
    ...(ports && { ports: { https: ports } }),
    ...(sharesAddressOf !== undefined && { sharesAddressOf }),
    ...(hasHttpsRecord === true && { httpsRecord: { alpn: ['h3', 'h2'] } }),
  }
}
