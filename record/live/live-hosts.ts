import { X509Certificate } from 'node:crypto'
import type { HostLoad, RecordedCertificate, RecordedHost } from '../../model/recording/host.ts'
import type { RecordedLoad } from '../../model/recording/load.ts'
import type { NetlogCertificates } from '../netlog/netlog-requests.ts'
import type { SeenRequest } from './live-exchange.ts'
import type { LoadTimes } from './load-times.ts'

interface TimedLoad {
  readonly load: Pick<RecordedLoad, 'ordinal' | 'purpose'>
  readonly times: LoadTimes
}

/** The origins that were asked, in the order in which they first were. */
export function liveHosts(
  seen: readonly SeenRequest[],
  loads: readonly TimedLoad[],
  certificates: NetlogCertificates,
): RecordedHost[] {
  const origins = Map.groupBy(seen, ({ sent }) => new URL(sent.url).origin)
  return [...origins].map(([origin, requests]) => {
    const { protocol, hostname, port } = new URL(origin)
    const own = loads.flatMap(({ load, times }): HostLoad[] => {
      const host = times.hostOf(origin)
      return host === null ? [] : [{ load: load.ordinal, ...host }]
    })
    const isHttps = protocol === 'https:'
    return {
      scheme: isHttps ? 'https' : 'http',
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (isHttps ? 443 : 80) : Number(port),
      address: own.find(({ address }) => address !== null)?.address ?? null,
      protocol: usualProtocol(own, loads),
      certificate: isHttps ? certificateOf(hostname, requests, certificates) : null,
      loads: own,
    }
  })
}

/** That of most loads for times; of the load for bodies where there is no other. */
function usualProtocol(own: readonly HostLoad[], loads: readonly TimedLoad[]): string | null {
  const forTimes = new Set(loads.flatMap(({ load }) => (load.purpose === 'times' ? [load.ordinal] : [])))
  const votes = own.filter(({ load }) => forTimes.has(load))
  const groups = Map.groupBy(
    (votes.length > 0 ? votes : own).flatMap(({ protocol }) => protocol ?? []),
    (each) => each,
  )
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
}

function certificateOf(
  host: string,
  requests: readonly SeenRequest[],
  certificates: NetlogCertificates,
): RecordedCertificate | null {
  const answer = requests.map(({ page }) => page?.answer).find((each) => each?.security != null)
  if (answer?.security == null) return null
  const { sanList, issuer } = answer.security
  const { byConnection, byHost } = certificates
  const chain = derChain(byConnection.get(answer.connection ?? '') ?? byHost.get(host) ?? [])
  return {
    sha256: chain[0]?.fingerprint256.replaceAll(':', '').toLowerCase() ?? null,
    names: sanList,
    issuer,
    chainBytes: chain.length === 0 ? null : chain.reduce((sum, { raw }) => sum + raw.length, 0),
  }
}

/** Empty where one of them cannot be read. */
function derChain(pem: readonly string[]): X509Certificate[] {
  try {
    return pem.map((each) => new X509Certificate(each))
  } catch {
    return []
  }
}
