import { constants, X509Certificate } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { createSecureContext, type SecureContext } from 'node:tls'
import { readTextSync } from '../../crawler/files/read-file-sync.ts'
import { RefusedFile } from '../../crawler/files/refused-file.ts'
import { loadOptOut } from '../../crawler/list/opt-out.ts'
import { addressPolicy } from '../../crawler/network/address.ts'
import { openResolver } from '../../crawler/survey/dns/stub-resolver.ts'
import { TIMEOUTS } from '../../crawler/survey/operation/context.ts'
import type { LoopWatch } from '../../crawler/survey/operation/loop-watch.ts'
import type { SiteVisitSettings } from '../../crawler/survey/visit/site-visit.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { quicStackHere } from './quic-stack-here.ts'
import type { RunOptions } from './run-options.ts'
import { VERSION } from './version.ts'

/** RFC 9309, 2.2.1: what a robots.txt calls us. */
const ROBOTS_TOKEN = 'towline'

/** CRW-4: connections to one site. */
const MAX_CONNECTIONS = 7

/** Larger live runs must say who runs them (CRW-1). */
export const CONTACT_FROM_SITES = 1_000

/** Reserved ranges are only allowed on purpose: such a run is on its user's own network. */
export function isLive(options: Pick<RunOptions, 'allowAddress'>): boolean {
  return options.allowAddress.length === 0
}

/** The user agent that every request carries (CRW-1). */
export function userAgentOf({ userAgent, contact }: Pick<RunOptions, 'userAgent' | 'contact'>): string {
  return (
    userAgent ?? `Mozilla/5.0 (compatible; towline/${VERSION}${contact === undefined ? '' : `; +${contact}`})`
  )
}

/** Follows the browser's own user agent (CRW-1); a browser that says it is another would be served otherwise. */
export function userAgentSuffix({ userAgent, contact }: Pick<RunOptions, 'userAgent' | 'contact'>): string {
  return ` ${userAgent ?? `towline/${VERSION}${contact === undefined ? '' : ` (+${contact})`}`}`
}

/** @throws CliError where a large live run does not say whom a site's owner can write to. */
export function demandContact(options: Pick<RunOptions, 'allowAddress' | 'contact'>, sites: number): void {
  if (!isLive(options) || sites <= CONTACT_FROM_SITES || options.contact !== undefined) return
  throw new CliError(
    EXIT.config,
    `a live survey of ${sites} sites needs a page that says who runs it and how to opt out: ` +
      'give it with --contact https://… or in TOWLINE_CONTACT (up to 1,000 sites go without)',
  )
}

type VisitSettingOptions = Pick<
  RunOptions,
  | 'allowAddress'
  | 'ca'
  | 'cache'
  | 'contact'
  | 'operations'
  | 'optOut'
  | 'resolver'
  | 'robots'
  | 'timeout'
  | 'userAgent'
>

/** Builds what every visit of the run shares. Dispose of its resolver. */
export async function visitSettings(
  options: VisitSettingOptions,
  clock: () => number,
  loop: LoopWatch,
): Promise<SiteVisitSettings> {
  const optOut = await loadOptOut(options.optOut ?? null)
  const verdict = policy(options.allowAddress)
  return {
    clock,
    loop,
    timeouts: { ...TIMEOUTS, siteMs: options.timeout },
    resolver: resolverOf(options.resolver),
    families: routedFamilies(),
    allows: (address) => verdict(address) === 'allowed' && !optOut.address(address),
    optedOut: (host) => optOut.domain(host),
    userAgent: userAgentOf(options),
    secureContext: trust(options.ca),
    caFile: options.ca ?? null,
    quic: await quicStackHere(options.cache),
    operations: new Set(options.operations),
    robotsToken: options.robots ? ROBOTS_TOKEN : null,
    maxConnections: MAX_CONNECTIONS,
  }
}

/** IPv4 always; IPv6 where an interface has a global address of it. */
function routedFamilies(): ReadonlySet<4 | 6> {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  const hasIpv6 = addresses.some(
    ({ family, internal, address }) => family === 'IPv6' && !internal && !/^fe[89ab]/i.test(address),
  )
  return new Set(hasIpv6 ? [4, 6] : [4])
}

function policy(allowCidrs: readonly string[]): ReturnType<typeof addressPolicy> {
  try {
    return addressPolicy({ allowCidrs, optOutCidrs: [] })
  } catch (error) {
    throw new CliError(EXIT.usage, `--allow-address ${allowCidrs.join(',')}: not a list of CIDR ranges`, {
      cause: error,
    })
  }
}

function resolverOf(servers: readonly string[] | undefined): SiteVisitSettings['resolver'] {
  try {
    return openResolver(servers === undefined ? {} : { servers })
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    throw new CliError(EXIT.usage, `--resolver ${servers?.join(',') ?? ''}: ${text}`, { cause: error })
  }
}

function trust(caFile: string | undefined): SecureContext {
  // Servers without RFC 5746 are let in, as browsers do; we never renegotiate.
  const lenient = { secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT }
  if (caFile === undefined) return createSecureContext(lenient)
  const ca = readCaFile(caFile)
  try {
    // OpenSSL passes over what it cannot read without a word: in the end nothing at all would be trusted.
    const certificates = ca.match(PEM_CERTIFICATE) ?? []
    if (certificates.length === 0) throw new Error('no certificate in it')
    for (const certificate of certificates) new X509Certificate(certificate)
    return createSecureContext({ ...lenient, ca })
  } catch (error) {
    throw new CliError(EXIT.data, `--ca ${caFile}: holds no certificates in PEM`, { cause: error })
  }
}

/** RFC 7468, 5. */
const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs

/** Some hundred authorities have 250 kB. */
const MAX_CA_BYTES = 20_000_000

function readCaFile(file: string): string {
  try {
    return readTextSync(file, { maxBytes: MAX_CA_BYTES })
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new CliError(
      EXIT.noInput,
      `--ca ${file}: ${code === 'ENOENT' ? 'no such file' : `not readable (${code})`}`,
      {
        cause: error,
      },
    )
  }
}
