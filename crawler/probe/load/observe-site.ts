import type { Entry } from 'har-format'
import { claimsH3 } from '../../../har/alt-svc.ts'
import { entryHost, isAnswered } from '../../../har/entry.ts'
import { protocolOf } from '../../../har/entry-protocol.ts'
import { transferBytes } from '../../../har/transfer-bytes.ts'
import type { Arm } from '../../../model/arm.ts'
import type { SampleArtifacts } from '../../../model/artifacts.ts'
import { computeAll } from '../../metrics/compute.ts'
import { harEntries } from '../../metrics/har-entries.ts'
import { rttByServer, type ServerRtt } from '../../metrics/rtt.ts'
import type { HostObservation, SiteObservation } from '../../metrics/site-observation.ts'
import { detectCdn } from '../../survey/http/cdn.ts'

/** @param finalUrl of the main document; null where it is not known. */
export function observeSite(arm: Arm, finalUrl: string | null, artifacts: SampleArtifacts): SiteObservation {
  const rtts = artifacts.packets === null ? new Map() : rttByServer(artifacts.packets)
  const byHost = Map.groupBy(harEntries(artifacts) ?? [], entryHost)
  return {
    arm,
    metrics: Object.fromEntries(computeAll(artifacts).map(({ name, value }) => [name, value])),
    mainHost: finalUrl === null ? null : URL.parse(finalUrl)?.hostname || null,
    hosts: [...byHost].flatMap(([host, entries]) => (host === null ? [] : observeHost(host, entries, rtts))),
  }
}

function observeHost(
  host: string,
  entries: readonly Entry[],
  rtts: ReadonlyMap<string, ServerRtt>,
): HostObservation {
  const answered = entries.filter(isAnswered)
  const headers = answered.map(headersByName)
  const sizes = answered.flatMap((entry) => transferBytes(entry) ?? [])
  const addresses = [...new Set(entries.flatMap(({ serverIPAddress }) => serverIPAddress || []))]
  const rttsMs = addresses.flatMap((address) => rtts.get(address)?.minMs ?? [])
  return {
    host,
    requests: entries.length,
    sizeBytes: sizes.length === 0 ? null : sizes.reduce((sum, bytes) => sum + bytes, 0),
    addresses,
    protocols: [...new Set(answered.flatMap((entry) => protocolOf(entry) ?? []))],
    h3Claimed: headers.some((sent) => claimsH3(sent['alt-svc'] ?? '')),
    server: headers.find(({ server }) => server !== undefined)?.server ?? null,
    cdn:
      headers
        .map((sent) => detectCdn({ cnames: [], headers: sent, dnsNames: [host] }))
        .find((cdn) => cdn !== null)?.cdn ?? null,
    rttMs: rttsMs.length === 0 ? null : Math.min(...rttsMs),
  }
}

/** Names in lower case; several lines of one name are joined as RFC 9110, 5.3, has it. */
function headersByName({ response }: Entry): Record<string, string> {
  const byName = Map.groupBy(response.headers, ({ name }) => name.toLowerCase())
  return Object.fromEntries(
    [...byName].map(([name, lines]) => [name, lines.map(({ value }) => value).join(', ')]),
  )
}
