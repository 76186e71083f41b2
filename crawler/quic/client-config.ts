import { CONNECTION_WINDOW_BYTES, IDLE_MS, PEER_STREAMS } from './quic-transport.ts'
import { quiche } from './quiche.ts'
import type { Config } from './quiche-binding.ts'
import { trustedRoots } from './trusted-roots.ts'

/** SETTINGS, QPACK instructions. */
const PEER_STREAM_WINDOW_BYTES = 16 * 1024

const configs = new Map<string | null, Config>()

/**
 * quiche's configuration that all connections of a run share: parsing the roots takes some 14 ms. Throws where they cannot
 * be read.
 */
export function clientConfig(caFile: string | null): Config {
  const known = configs.get(caFile)
  if (known !== undefined) return known
  // verifyPeer, and no verification failure may pass.
  const config = quiche().Config.withBoringSslCtx(true, false, trustedRoots(caFile))
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
