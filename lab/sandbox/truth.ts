import type { SiteFacts } from '../../crawler/survey/facts.ts'

/** What is true of a sandbox site, by construction of its server; only the facts that the site is made to show. */
export interface SandboxSite {
  /** `all-three.test`; replicas are `00001.all-three.test`. */
  readonly domain: string
  /** One line: what it is made to show. */
  readonly about: string
  readonly server: 'caddy' | 'nginx' | 'apache' | 'lighttpd' | 'zoo' | 'none'
  /** Healthy and cheap enough to stand in a list of thousands. */
  readonly replicable: boolean
  readonly facts: Partial<SiteFacts>
}
