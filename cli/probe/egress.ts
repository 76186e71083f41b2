import { getServers } from 'node:dns'
import {
  type EgressFilter,
  NoEgressFilter,
  openEgressFilter,
} from '../../crawler/probe/browser/egress-filter.ts'
import { findPacketTools } from '../../crawler/probe/packets/packet-tools.ts'
import { parseNameServer } from '../../crawler/survey/dns/name-server.ts'
import type { RunOptions } from '../options/run-options.ts'
import { isLive } from '../options/run-settings.ts'

/**
 * The filter of a live run's browsers (CRW-6); null on the user's own network, for a browser that is only connected to, and,
 * with a warning, where this machine cannot have it.
 */
export async function egressFilterFor(
  options: Pick<RunOptions, 'allowAddress' | 'cache' | 'page'> & { readonly connect?: string },
  warn: (line: string) => void,
): Promise<EgressFilter | null> {
  if (!isLive(options) || options.connect !== undefined) return null
  try {
    const { nft } = findPacketTools(options.cache)
    return await openEgressFilter(
      nft,
      getServers().map((server) => parseNameServer(server).address),
      options.page?.port,
    )
  } catch (error) {
    if (!(error instanceof NoEgressFilter)) throw error
    warn(
      `browsers go without a filter of packets to private addresses (${error.message}): a page can still have them open ` +
        'TCP connections to hosts whose names lead to one, and send such a host one request by a navigation, which voids ' +
        'the load',
    )
    return null
  }
}

/** Says how many packets of the browsers were refused, if any were. */
export async function sayRefused(egress: EgressFilter | null): Promise<void> {
  const refused = (await egress?.refused()) ?? 0
  if (refused > 0)
    process.stderr.write(
      `the filter refused ${refused} packets that browsers sent elsewhere than to the web\n`,
    )
}
