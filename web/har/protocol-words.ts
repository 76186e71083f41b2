import { ARMS } from '../../model/arm.ts'
import { FIELD_ARMS, type FieldProtocol } from '../../model/field.ts'

/** The arm of the live probing that loads of this protocol stand beside; null for any other protocol. */
export function armOf(alpn: string): (typeof FIELD_ARMS)[FieldProtocol] | null {
  return Object.hasOwn(FIELD_ARMS, alpn) ? FIELD_ARMS[alpn as FieldProtocol] : null
}

/** `HTTP/2` of `h2`; protocols that are none of the three as they call themselves. */
export function protocolWord(alpn: string): string {
  const arm = armOf(alpn)
  return arm === null ? alpn : ARMS[arm].label
}
