import type { SampleArtifacts } from '../../model/artifacts.ts'
import { bytesDown } from './bytes-down.ts'
import { bytesUp } from './bytes-up.ts'
import { connections } from './connections.ts'
import { datagramSizes } from './datagram-sizes.ts'
import { dclMs } from './dcl-ms.ts'
import { decryptedShare } from './decrypted-share.ts'
import { differingAnswerShare } from './differing-answer-share.ts'
import { documentConnectMs } from './document-connect-ms.ts'
import { documentDnsMs } from './document-dns-ms.ts'
import {
  chainBytes,
  clientFirstFlightBytes,
  handshakeRoundTrips,
  keyExchangeGroup,
  serverFirstFlightBytes,
  serverHandshakeBytes,
  signatureScheme,
} from './document-handshake.ts'
import { documentHandshakeMs } from './document-handshake-ms.ts'
import { documentReceiveMs } from './document-receive-ms.ts'
import { documentWaitMs } from './document-wait-ms.ts'
import { domains } from './domains.ts'
import { failedRequests } from './failed-requests.ts'
import { fcpMs } from './fcp-ms.ts'
import { firstFlightMetrics } from './first-flight-metrics.ts'
import { handshakeFlight } from './handshake-flight.ts'
import { handshakes } from './handshakes.ts'
import { harBytes } from './har-bytes.ts'
import { qpackTableBytes, requestHeaderBytes, responseHeaderBytes } from './header-sections.ts'
import { hintedRequests, isHinted } from './hinted-requests.ts'
import { initialWindow } from './initial-window.ts'
import { lcpMs } from './lcp-ms.ts'
import type { Metric } from './metric.ts'
import { packets } from './packets.ts'
import { packetsPerAck } from './packets-per-ack.ts'
import { pathComputeShare, pathNetworkShare } from './path-shares.ts'
import { phaseMs } from './phase-ms.ts'
import { pltMs } from './plt-ms.ts'
import { replayByteShare } from './replay-byte-share.ts'
import { replayHits, replayMisses, replayMissShare, replayRungs, replaySpares } from './replay-counts.ts'
import {
  replayLiveReceivedMs,
  replayLiveWaitedMs,
  replayReceivedMs,
  replayWaitedMs,
} from './replay-phases.ts'
import { replayServerErrorMs } from './replay-server-error-ms.ts'
import { requests } from './requests.ts'
import { priorityOrderShare, turnShare } from './response-order.ts'
import { answerWaitMs, bodyWaitMs } from './response-waits.ts'
import { retransmissions } from './retransmissions.ts'
import { rttMaxMs, rttMedianMs, rttMinMs } from './rtt.ts'
import { servers } from './servers.ts'
import { setupMs } from './setup-ms.ts'
import { shareProtocol } from './share-protocol.ts'
import { shareTop } from './share-top.ts'
import { towMs } from './tow-ms.ts'
import { towSetupMs } from './tow-setup-ms.ts'
import { ttfbMs } from './ttfb-ms.ts'
import { udpPacketsPassed, udpPacketsStopped } from './udp-packets.ts'
import {
  visitCachedShare,
  visitEarlyData,
  visitHttpVersion,
  visitResumed,
  visitResumedShare,
} from './visit.ts'

const PAGE_METRICS: readonly Metric[] = [
  pltMs,
  ttfbMs,
  dclMs,
  fcpMs,
  lcpMs,
  documentDnsMs,
  documentConnectMs,
  documentHandshakeMs,
  documentWaitMs,
  documentReceiveMs,
]

/** Metrics of what the page asked for, by the browser's HAR and its account of connections. */
const REQUEST_METRICS: readonly Metric[] = [
  ...phaseMs,
  requests,
  failedRequests,
  domains,
  servers,
  ...shareTop,
  ...shareProtocol,
  harBytes,
  connections,
  differingAnswerShare,
]

const PACKET_METRICS: readonly Metric[] = [
  towMs,
  setupMs,
  towSetupMs,
  packets,
  bytesUp,
  bytesDown,
  requestHeaderBytes,
  retransmissions,
  handshakes,
  rttMinMs,
  rttMedianMs,
  rttMaxMs,
  initialWindow,
  keyExchangeGroup,
  chainBytes,
  signatureScheme,
  clientFirstFlightBytes,
  serverFirstFlightBytes,
  serverHandshakeBytes,
  handshakeRoundTrips,
  udpPacketsPassed,
  udpPacketsStopped,
  ...firstFlightMetrics,
  packetsPerAck,
  ...handshakeFlight,
  ...datagramSizes,
  qpackTableBytes,
  responseHeaderBytes,
  priorityOrderShare,
  turnShare,
  answerWaitMs,
  bodyWaitMs,
  decryptedShare,
]

/** Metrics of a page that was recorded, by what the lab's server says of its answers. */
const REPLAY_METRICS: readonly Metric[] = [
  replayHits,
  replayMisses,
  replaySpares,
  replayMissShare,
  ...replayRungs,
  replayByteShare,
  replayServerErrorMs,
  replayWaitedMs,
  replayLiveWaitedMs,
  replayReceivedMs,
  replayLiveReceivedMs,
]

/** Metrics of a page that was loaded as a graph. */
const PATH_METRICS: readonly Metric[] = [pathNetworkShare, pathComputeShare]

/** Metrics of a visit to the lab's own server, by what that says of connections and the browser of cache and 103. */
const VISIT_METRICS: readonly Metric[] = [
  visitResumed,
  visitResumedShare,
  visitEarlyData,
  visitHttpVersion,
  visitCachedShare,
  hintedRequests,
]

/** Every metric of a sample by what it is computed from, in the order in which docs and tables show them. */
export const METRIC_GROUPS = {
  'The page’s own clock': PAGE_METRICS,
  'The packet trace': PACKET_METRICS,
  'The browser’s account of requests and connections': REQUEST_METRICS,
  'How faithful a replay was': REPLAY_METRICS,
  'The critical path of a graph': PATH_METRICS,
  'What a visit found': VISIT_METRICS,
} as const

export const COMPUTED_METRICS: readonly Metric[] = Object.values(METRIC_GROUPS).flat()

/** Metrics of a load by a browser that replays no recording: all others are null. */
export const LIVE_METRICS: readonly Metric[] = COMPUTED_METRICS.filter(
  (metric) => ![...REPLAY_METRICS, ...PATH_METRICS, ...VISIT_METRICS].includes(metric),
)

/** Metrics that a load may have a value of; no other gets a row. */
export function metricsOfLoad(
  { timings, har }: Pick<SampleArtifacts, 'timings' | 'har'>,
  isReplay: boolean,
): readonly Metric[] {
  return [
    ...LIVE_METRICS,
    ...(isReplay ? REPLAY_METRICS : []),
    ...(timings?.path === undefined ? [] : PATH_METRICS),
    ...(timings?.served === undefined ? (isHinted(har) ? [hintedRequests] : []) : VISIT_METRICS),
  ]
}
