import type { ExpectationRule } from './expectation.ts'

/** A padded chain is some bytes longer or shorter than what was asked for. */
const CHAIN_TOLERANCE = 0.03

/** Whether the packets show the handshake that was asked for: what they do not show counts as another. */
export const expectedHandshake: ExpectationRule = ({ handshake }, { metric }) => {
  if (handshake === undefined) return null
  const { keyExchangeGroup, chainBytes, signatureScheme } = handshake
  const group = metric('key_exchange_group')
  const bytes = metric('chain_bytes')
  const scheme = metric('signature_scheme')
  const isChain =
    chainBytes === null || (bytes !== null && Math.abs(bytes / chainBytes - 1) <= CHAIN_TOLERANCE)
  const wrong = (what: string, found: number | null, asked: number | null) => ({
    reason: 'wrong_handshake' as const,
    detail: `${what} ${found ?? 'unknown'} in place of ${asked}`,
  })
  if (keyExchangeGroup !== null && group !== keyExchangeGroup) return wrong('group', group, keyExchangeGroup)
  if (!isChain) return wrong('a chain of bytes:', bytes, chainBytes)
  if (signatureScheme !== null && scheme !== signatureScheme)
    return wrong('signature scheme', scheme, signatureScheme)
  return null
}
