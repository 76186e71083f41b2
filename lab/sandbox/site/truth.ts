import type { FailureCode } from '../../../model/failure-codes.ts'
import type { SiteFacts } from '../../../model/site-facts.ts'

/** States what is true of a sandbox site, by construction of its server; only the facts that the site is made to show. */
export interface SandboxSite {
  /** `all-three.test`; replicas are `00001.all-three.test`. */
  readonly domain: string
  /** One line: what it is made to show. */
  readonly about: string
  readonly server: 'caddy' | 'nginx' | 'apache' | 'lighttpd' | 'zoo' | 'hard' | 'none'
  /** Healthy and cheap enough to stand in a list of thousands. */
  readonly replicable: boolean
  readonly facts: Partial<SiteFacts>
  /** States what a browser must find; absent where the site is not made for that. */
  readonly page?: PageTruth
}

/** States what is true of a load of a site's page, cold; only what the page is made to show. */
export interface PageTruth {
  /** Says how a load ends, under each arm that the site serves; null: a whole page. */
  readonly failure: FailureCode | null
  /** Failure under the arm `h3`, where that is another. */
  readonly h3Failure?: FailureCode
  /** The main document included. */
  readonly requests?: number
  readonly domains?: number
  /** Sum of all bodies, without headers; no content coding is used. */
  readonly bodyBytes?: number
  /** `GET https://host/path`, without query: what each load asks for at least; `{id}` stands for 16 hexadecimal digits. */
  readonly asks?: readonly string[]
  /** Time that the server waits before it answers one of the requests; the others are answered at once. */
  readonly delayMs?: number
  /** Requests by the ALPN name of the protocol that they come by, under each arm; in `h3` all origins with it are forced. */
  readonly protocols?: Readonly<Record<'h1' | 'h2' | 'h3', Readonly<Partial<Record<Alpn, number>>>>>
}

type Alpn = 'http/1.1' | 'h2' | 'h3'
