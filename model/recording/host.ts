import { z } from 'zod'
import { count, index, milliseconds, protocol, sha256 } from './values.ts'

/** A connection's address and certificate. Hosts with the same address and a certificate that names both may share one. */
const CERTIFICATE = z.object({
  /** SHA-256 of the leaf certificate in DER; null where the source has only its names. */
  sha256: sha256.nullable(),
  /** DNS names and addresses of its subjectAltName. */
  names: z.array(z.string()),
  issuer: z.string().nullable(),
  /** The certificates that the server sent, in DER; null where unknown. */
  chainBytes: count.nullable(),
})

/** One load's findings on a host; null where no connection of that load shows it. */
const HOST_LOAD = z.object({
  load: index,
  address: z.string().nullable(),
  /** The protocol of the most responses, where there were several. */
  protocol: protocol.nullable(),
  /** Connections that carried a request to this host; null where the source does not say. */
  connections: count.nullable(),
  dnsMs: milliseconds.nullable(),
  /** The whole set-up of the first connection: TCP and TLS, or QUIC. */
  connectMs: milliseconds.nullable(),
  /** TLS within `connectMs`; null for QUIC, which makes one handshake of both. */
  tlsMs: milliseconds.nullable(),
  /** Shortest round trip that its address showed: TCP's handshake, else an upper bound from QUIC's or a response. */
  roundTripMs: milliseconds.nullable(),
})

export const RECORDED_HOST = z.object({
  scheme: z.enum(['https', 'http']),
  /** ASCII, lower case; IPv6 without brackets. */
  host: z.string().min(1),
  port: z.int().min(1).max(65_535),
  /** The address in the load for bodies, else the first that any load shows; null where none answered. */
  address: z.string().nullable(),
  /** The protocol of most loads for times, else of the load for bodies. */
  protocol: protocol.nullable(),
  certificate: CERTIFICATE.nullable(),
  loads: z.array(HOST_LOAD),
})

export type RecordedHost = z.infer<typeof RECORDED_HOST>
export type HostLoad = z.infer<typeof HOST_LOAD>
export type RecordedCertificate = z.infer<typeof CERTIFICATE>
