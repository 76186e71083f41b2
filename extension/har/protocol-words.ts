import type { ContributedProtocol } from '../../model/contribution-terms.ts'
import { ARM_LABELS } from '../../server/contract/names.ts'

const ARMS = { 'http/1.1': 'h1', h2: 'h2', h3: 'h3' } as const satisfies Record<ContributedProtocol, string>

/** The arm of the live probing that loads of this protocol stand beside; null for any other protocol. */
export function armOf(alpn: string): (typeof ARMS)[ContributedProtocol] | null {
  return Object.hasOwn(ARMS, alpn) ? ARMS[alpn as ContributedProtocol] : null
}

/** `HTTP/2` of `h2`; protocols that are none of the three as they call themselves. */
export function protocolWord(alpn: string): string {
  const arm = armOf(alpn)
  return arm === null ? alpn : ARM_LABELS[arm]
}
