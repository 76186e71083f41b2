import { getServers } from 'node:dns'
import {
  type EgressFilter,
  NoEgressFilter,
  openEgressFilter,
} from '../../crawler/probe/browser/egress-filter.ts'
import { findPacketTools } from '../../crawler/probe/packets/packet-tools.ts'
import { parseNameServer } from '../../crawler/survey/dns/name-server.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import type { RunOptions } from '../options/run-options.ts'
import { isLive } from '../options/run-settings.ts'
import type { ProbeOptions } from './probe-options.ts'

/**
 * The filter of a live run's browsers (CRW-6); null on the user's own network, for a browser that is only connected to, and
 * where this machine cannot have it and the user is content without (`--unconfined`).
 * @throws CliError where this machine cannot have it
 */
export async function egressFilterFor(
  options: Pick<RunOptions, 'allowAddress' | 'cache' | 'page'> & Pick<ProbeOptions, 'connect' | 'unconfined'>,
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
    if (options.unconfined === true) return null
    throw new CliError(
      EXIT.refused,
      `nothing would keep a hostile page from addresses and ports of this network (no packet filter: ${error.message}): ` +
        'run it as root on Linux, or accept that by --unconfined',
      { cause: error },
    )
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
