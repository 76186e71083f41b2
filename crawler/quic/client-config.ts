import { readFileSync } from 'node:fs'
import { getCACertificates } from 'node:tls'
import { quiche } from './quiche.ts'
import type { Config } from './quiche-binding.ts'

/**
 * Flow control. What the peer may send ahead of what has been read is memory that it may have quiche take
 * (docs/decisions/089-memory-outside-the-heap.md).
 */
export const CONNECTION_WINDOW_BYTES = 64 * 1024
/** SETTINGS, QPACK instructions. */
const PEER_STREAM_WINDOW_BYTES = 16 * 1024
/** Control, QPACK encoder and decoder (RFC 9114, 6.2 demands these three), the rest for grease and extensions. */
const PEER_STREAMS = 16
/** An idle connection is forgotten by both sides after this; visits are shorter. */
const IDLE_MS = 30_000

const configs = new Map<string | null, Config>()

/**
 * The QUIC and TLS configuration that all connections of a run share: parsing the roots takes some 14 ms.
 * `caFile` is a PEM bundle, read once; null is what Node trusts over TCP (`tls.getCACertificates('default')`), so
 * that one certificate is not valid over TCP and untrusted over QUIC. Throws where the bundle cannot be read.
 */
export function clientConfig(caFile: string | null): Config {
  const known = configs.get(caFile)
  if (known !== undefined) return known
  const roots = caFile === null ? Buffer.from(getCACertificates('default').join('\n')) : readFileSync(caFile)
  // verifyPeer, and no verification failure may pass.
  const config = quiche().Config.withBoringSslCtx(true, false, roots)
  config.setApplicationProtos(['h3'])
  config.setMaxIdleTimeout(IDLE_MS)
  config.setInitialMaxData(CONNECTION_WINDOW_BYTES)
  config.setMaxConnectionWindow(CONNECTION_WINDOW_BYTES)
  config.setInitialMaxStreamDataBidiLocal(CONNECTION_WINDOW_BYTES)
  config.setMaxStreamWindow(CONNECTION_WINDOW_BYTES)
  config.setInitialMaxStreamDataUni(PEER_STREAM_WINDOW_BYTES)
  config.setInitialMaxStreamsUni(PEER_STREAMS)
  // Servers open no bidirectional streams in HTTP/3 (RFC 9114, 6.1).
  config.setInitialMaxStreamsBidi(0)
  config.setDisableActiveMigration(true)
  // A request is one packet: there is nothing to spread out.
  config.enablePacing(false)
  configs.set(caFile, config)
  return config
}
