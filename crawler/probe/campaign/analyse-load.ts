import type { Har } from 'har-format'
import { withReplayFacts } from '../../../har/replay-mark.ts'
import type { PageTimings, SampleArtifacts } from '../../../model/artifacts.ts'
import type { PacketTrace } from '../../../model/packet-trace.ts'
import type { ReplayFacts } from '../../../model/recording/replay-facts.ts'
import { withoutUserinfoIn } from '../../network/recorded-url.ts'
import { messageOf } from '../../process/thrown.ts'
import { harOf } from '../load/har.ts'
import type { Load } from '../load/load.ts'
import { dissect } from '../packets/dissect.ts'
import { schemeByPort } from '../packets/scheme-by-port.ts'
import type { Tshark } from '../packets/tshark.ts'
import type { TakenLoad } from './take-load.ts'

interface AnalyseOptions {
  /** Is null where no packets are analysed. */
  readonly tshark: Tshark | null
  readonly signal: AbortSignal
  /** Gets one line about what could not be analysed. */
  readonly warn: (line: string) => void
}

/**
 * The artifacts of a load, computed after it and never during one. What fails is null, with a warning.
 * @param har of the same load
 */
export async function analyseLoad(
  taken: TakenLoad,
  har: Har | null,
  options: AnalyseOptions,
): Promise<SampleArtifacts> {
  const { load } = taken
  return {
    timings: timingsOf(taken),
    har,
    connections: load.connections,
    packets: await packetsOf(taken, options),
  }
}

function timingsOf({ load, served }: TakenLoad): PageTimings | null {
  const timings = withoutUserinfoIn(load.timings)
  return timings === null || served === null ? timings : { ...timings, served }
}

/**
 * Returns null where nothing was asked for.
 * @param facts of a page that was recorded; the HAR then holds them
 */
export function harOfLoad(load: Load, facts?: ReplayFacts): Har | null {
  if (load.events.length === 0) return null
  const har = withoutUserinfoIn(harOf(load))
  return facts === undefined ? har : withReplayFacts(har, facts)
}

async function packetsOf(
  { load, pcap, ports, captureDrops, keys, udp }: TakenLoad,
  { tshark, signal, warn }: AnalyseOptions,
): Promise<PacketTrace | null> {
  if (pcap === null || tshark === null) return null
  const schemes = schemeByPort([...askedUrls(load), ...alternatives(load)])
  // A trace without some connections would pass for the whole.
  if (schemes === null) return null
  if (ports !== 'every' && [...schemes.keys()].some((port) => !ports.includes(port))) return null
  try {
    const servers = serversOf(load)
    const trace = await dissect({ pcap, keys, schemes, captureDrops, servers, tshark, signal })
    return udp === null ? trace : { ...trace, udp }
  } catch (error) {
    signal.throwIfAborted()
    warn(`the packets of ${load.finalUrl ?? 'a load'} could not be analysed: ${messageOf(error)}`)
    return null
  }
}

/** Leaves out those that the browser redirects itself, as for HSTS. */
function askedUrls({ requests }: Load): string[] {
  return requests.flatMap(({ url, responseHeaders }) =>
    responseHeaders['non-authoritative-reason'] === undefined ? url : [],
  )
}

/** Says where HTTP/3 was spoken: an Alt-Svc field may name another port than the page's URLs (RFC 7838). */
function alternatives({ connections }: Load): string[] {
  return connections.flatMap(({ protocol, remotePort }) =>
    protocol === 'h3' && remotePort !== null ? `https://alternative.invalid:${remotePort}/` : [],
  )
}

/** Addresses that answered the page: other traffic of the machine is none of it. */
function serversOf(load: Load): Set<string> {
  return new Set(load.requests.flatMap(({ remoteAddress }) => remoteAddress ?? []))
}
