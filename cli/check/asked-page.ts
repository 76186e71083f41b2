import { createHash } from 'node:crypto'
import { hostName } from '../../crawler/list/host-name.ts'
import { type AskedPage, homePage, pageUrl } from '../../crawler/survey/http/asked-page.ts'
import { isWebPort } from '../../crawler/survey/http/quic-port.ts'
import { DEFAULT_PORT } from '../../crawler/survey/http/redirect.ts'
import type { Arm } from '../../model/arm.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { visible } from '../output/text.ts'

/**
 * Reads what is to be checked: the name of a site or the URL of a page, with path, port, query and scheme.
 * @throws CliError for what cannot be measured, or would be measured without something that was typed
 */
export function readAskedPage(typed: string): { readonly page: AskedPage; readonly isHome: boolean } {
  const refuse = (why: string): CliError => new CliError(EXIT.usage, `'${visible(typed)}' ${why}`)
  const url = URL.parse(/^[a-z][a-z+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
  if (url === null) throw refuse('is neither the name of a site nor the URL of a page')
  const { protocol, hostname, port, pathname, search, hash, username, password } = url
  const scheme = protocol === 'https:' ? 'https' : protocol === 'http:' ? 'http' : null
  if (scheme === null)
    throw refuse(`has the scheme ${protocol.slice(0, -1)}: pages over https and http are checked`)
  if (username !== '' || password !== '') throw refuse('has a user name or password: these are not sent')
  if (hash !== '') throw refuse('has a fragment, which no server sees: leave it out')
  const { host, why } = hostName(hostname)
  if (host === undefined) throw refuse(`is not the name of a site (${why})`)
  const number = port === '' ? DEFAULT_PORT[scheme] : Number(port)
  if (!isWebPort(number))
    throw refuse(`has port ${number}, which browsers refuse (Fetch Standard, "bad port")`)
  const page: AskedPage = { scheme, host, port: number, path: pathname + search }
  return { page, isHome: pageUrl(page) === pageUrl(homePage(host)) }
}

/**
 * The arms that can be set for a page. Without TLS browsers speak HTTP/1.1 alone.
 * @param named by the user; null where they are the default
 * @throws CliError where one that was named cannot be set
 */
export function armsForPage({ scheme }: AskedPage, arms: Arm[], named: boolean): Arm[] {
  if (scheme === 'https') return arms
  const other = arms.find((arm) => arm !== 'http')
  if (named && other !== undefined)
    throw new CliError(
      EXIT.usage,
      `--arms ${other}: browsers speak HTTP/2 and HTTP/3 over TLS alone, and this is http://`,
    )
  return ['http']
}

/** The name of a page's files: a page other than the home page has the digest of its URL behind what can be read of it. */
export function fileNameOf(page: AskedPage, isHome: boolean): string {
  if (isHome) return page.host
  const url = pageUrl(page)
  const readable = url.replace(/^https?:\/\//, '').replaceAll(/[^a-z0-9.-]+/gi, '_')
  return `${readable.slice(0, 100)}-${createHash('sha256').update(url).digest('hex').slice(0, 8)}`
}
