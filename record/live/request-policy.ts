import { isIP } from 'node:net'
import type { Resolver } from '../../crawler/survey/operation/resolver.ts'

interface AskPolicyOptions {
  readonly resolver: Resolver
  /** Whether an address may be talked to (CRW-6, opt-out list). */
  readonly allows: (address: string) => boolean
  /** Whether a host asked to be left alone (CRW-2). */
  readonly optedOut: (host: string) => boolean
  readonly signal: AbortSignal
}

/**
 * Says why a URL is not to be asked for, before a connection is opened; null where it may be. Each host is looked up
 * once. That its browser then finds another address is seen by `refused` of the load.
 */
export function requestPolicy(options: AskPolicyOptions): (url: URL) => Promise<string | null> {
  const known = new Map<string, Promise<string | null>>()
  return ({ hostname }) => {
    const verdict = known.get(hostname) ?? verdictOf(hostname.replace(/^\[|\]$/g, ''), options)
    known.set(hostname, verdict)
    return verdict
  }
}

async function verdictOf(
  host: string,
  { resolver, allows, optedOut, signal }: AskPolicyOptions,
): Promise<string | null> {
  if (optedOut(host)) return 'its host is on the opt-out list'
  const addresses = isIP(host) === 0 ? await addressesOf(host, resolver, signal) : [host]
  const refused = addresses.find((address) => !allows(address))
  return refused === undefined ? null : `its address ${refused} is not to be talked to`
}

/** None where the name has none: then the browser says what is wrong with it. */
async function addressesOf(host: string, resolver: Resolver, signal: AbortSignal): Promise<string[]> {
  const found = await Promise.all(
    (['A', 'AAAA'] as const).map((type) => resolver.resolve(host, type, signal)),
  )
  return found.flatMap(({ answers }) =>
    answers.flatMap((answer) => (answer.type === 'A' || answer.type === 'AAAA' ? [answer.data] : [])),
  )
}
