import type { HardAnswer, HardContext, HardFeature } from './hard-answer.ts'
import type { Coding } from './hard-body.ts'

/**
 * A host: the newest protocol that it has. HTTP/1.1 comes from Node itself, `clear` being that without TLS, all others from
 * Caddy in front of it.
 */
export interface HardHost {
  readonly serves: 'clear' | 'h1' | 'h2' | 'h3'
  /** Ports in place of 443; of `clear` in place of 80. */
  readonly ports?: readonly number[]
  /** Name of the host of the same site that it shares its address with. */
  readonly sharesAddressOf?: string
  /** Whether DNS says that it has HTTP/3; Alt-Svc does in any case. */
  readonly hasHttpsRecord?: boolean
}

export interface HardPage {
  /** `hard-news.test` */
  readonly domain: string
  readonly about: string
  readonly serves: HardHost['serves']
  /** Default: 443. */
  readonly ports?: readonly number[]
  /** Hosts by the label before the domain, or the address that such a host is. They share the page's certificate. */
  readonly hosts: Readonly<Record<string, HardHost>>
  readonly document: {
    readonly thinkMs: number
    readonly spreadFraction?: number
    readonly coding?: Coding
    readonly isRedirected?: boolean
    /** A host in clear text, with its port, that the redirect leads through: `old:8080`. */
    readonly through?: string
    readonly pieces?: number
    readonly pauseMs?: number
    /** No answer comes, of a host of HTTP/1.1. */
    readonly fault?: 'reset'
  }
  readonly features: readonly HardFeature[]
}

interface BuiltPage {
  readonly page: HardPage
  readonly answers: readonly HardAnswer[]
  readonly asks: readonly string[]
}

const SESSION_COOKIES = 'session={id}; Path=/; Secure; HttpOnly; Max-Age=3600'
const LANDING = '/home'

export function buildPage(page: HardPage): BuiltPage {
  const { domain, hosts, document, features, about } = page
  const hostOf: HardContext['hostOf'] = (label) => {
    const [, name = '', port = ''] = /^(\[.*\]|[^:]*)(:\d+)?$/.exec(label ?? '') ?? []
    if (name === '') return `${domain}${port}`
    if (/^\[|\./.test(name)) return `${name}${port}`
    if (hosts[name] === undefined) throw new Error(`${domain} has no host '${name}'`)
    return `${name}.${domain}${port}`
  }
  const name = domain.replace(/^hard-|\.test$/g, '')
  const parts = features.map((feature, index) => feature({ domain, prefix: `/${name}/${index}`, hostOf }))
  const { isRedirected = false, through, ...rest } = document
  const landing = `https://${domain}${LANDING}`
  const old = through === undefined ? null : `http://${hostOf(through)}${LANDING}`
  const path = isRedirected ? LANDING : '/'
  const answers: HardAnswer[] = [
    {
      host: domain,
      path,
      contentType: 'text/html; charset=utf-8',
      headers: { 'cache-control': 'no-store', 'set-cookie': SESSION_COOKIES },
      body: pageText(domain, about, parts.map(({ markup }) => markup).join('\n')),
      ...rest,
    },
    ...parts.flatMap((part) => part.answers),
  ]
  if (isRedirected)
    answers.push({
      host: domain,
      path: '/',
      status: 302,
      headers: { location: `${old ?? LANDING}?from={id}`, 'set-cookie': 'seen=1; Path=/; Secure' },
      thinkMs: document.thinkMs / 2,
    })
  if (through !== undefined)
    answers.push({
      host: hostOf(through),
      path: LANDING,
      status: 302,
      headers: { location: `${landing}?from={id}` },
    })
  const asks = [
    ...(isRedirected ? [`GET https://${domain}/`] : []),
    ...(old === null ? [] : [`GET ${old}`]),
    `GET https://${domain}${path}`,
    ...parts.flatMap((part) => part.asks),
  ]
  return { page, answers, asks }
}

// Else a browser may ask for /favicon.ico, which would be one request more.
const pageText = (title: string, about: string, markup: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>${title}</title><h1>${title}</h1><p>${about}</p>
${markup}
`
