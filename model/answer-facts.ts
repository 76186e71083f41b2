import type { SiteFacts } from './site-facts.ts'

/** The facts that rows of adoption are made of. */
export type AnswerFacts = Pick<
  SiteFacts,
  | 'http'
  | 'httpRedirectsToHttps'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h3Handshake'
  | 'h3ClaimedAltSvc'
  | 'h3ClaimedDns'
  | 'ipv4'
  | 'ipv6'
  | 'hsts'
  | 'tlsVersion'
  | 'tlsGroup'
  | 'tlsRoundTrips'
  | 'chainBytes'
  | 'resumption'
  | 'earlyData'
  | 'h3EarlyData'
  | 'httpsRecord'
  | 'ech'
  | 'earlyHints'
>

/** A site of a survey, as far as adoption goes. Sites with equal facts may share the object. */
export interface AnsweringSite {
  readonly domain: string
  readonly facts: AnswerFacts
}

/** The version and the key exchange that adoption asks for; all others are told from them, not from each other. */
export const ADOPTED_TLS = { tlsVersion: 'TLSv1.3', tlsGroup: 'X25519MLKEM768' } as const

/**
 * The most of a handshake that adoption counts as short. A server may send a QUIC client three times what it sent, at least
 * 1,200 bytes, before its address is validated (RFC 9000, 8.1 and 14.1).
 */
export const SHORT_HANDSHAKE = { tlsRoundTrips: 1, chainBytes: 3_600 } as const
