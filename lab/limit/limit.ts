import type { Arm } from '../../model/arm.ts'
import { handshakeRounds } from '../../model/handshake-rounds.ts'
import { PAYLOAD_BYTES, payloadMsPerByte, slowStartMs } from '../../model/slow-start.ts'
import type { Visit } from '../../model/visit.ts'
import type { LinkCondition } from '../link/condition/link.ts'
import type { LabPage, LabResource } from '../pages/shape/lab-page.ts'

/** Connections to one host at a time: six is Chromium's limit for HTTP/1.1; the others need one. */
const CONNECTIONS: Readonly<Record<Arm, number>> = {
  http: 6,
  h1: 6,
  h2: 1,
  h3: 1,
  'h3-altsvc': 1,
  recorded: 6,
}

/** Parts of a link that count: loss, jitter, queue and delivery traces can only make a page slower. */
type LimitLink = Pick<LinkCondition, 'rttMs' | 'downMbps'>

interface LimitOptions {
  readonly initialWindowPackets: number
  readonly visit?: Visit
  /** A 103 announces what the document names, as soon as it is asked for. Default: none does. */
  readonly isHinted?: boolean
  /** Most streams at once in a connection, of an arm with one connection to a host. Default: no limit. */
  readonly streams?: number | null
}

/**
 * The wire limit (docs/lab-pages.md): milliseconds below which no page load time of the arm can be on this link, whatever the
 * protocol's own overhead. It is the largest of these; `h` stands for the handshake's round trips:
 *
 * - for each resource, its way from the document: `h`, then a round trip, think time, the whole transfer and the compute
 *   time of each that leads to it (of the document its first packet: a browser reads links as they come), then its own;
 * - for each level of the tree, the soonest that any resource of it can begin to arrive, and then all bytes of this
 *   level and those below at the link's rate, in slow start;
 * - the soonest that any script with compute time is there, and then the compute time of all, one after the other;
 * - with a limit of streams `h`, and a round trip for each lot of so many resources of a host: a stream takes one at least.
 *
 * A transfer is in slow start (`slowStartMs`) from the initial window and one packet more for each that levels above can
 * have brought; the bytes of a level from that of all connections which the arm may have. Round trips that can overlap
 * with the transfer of other bytes are not added to it. HTTP's, TLS's and QUIC's own bytes are not counted, only 40 of
 * header for every full packet; nor is loss.
 */
export function wireLimitMs(
  page: Pick<LabPage, 'resources'>,
  { rttMs, downMbps }: LimitLink,
  arm: Arm,
  { initialWindowPackets, visit = 'cold', isHinted = false, streams = null }: LimitOptions,
): number {
  const msPerByte = payloadMsPerByte(downMbps)
  const link = { rttMs, msPerByte }
  const { resources } = page
  const levels = levelsOf(resources)
  const { levelBytes, hostSizes } = levels
  const startMs = handshakeRounds(arm, visit) * rttMs
  /** Packets of the window that one connection can have, once all levels above have come; each resource may end with one. */
  const windowBelow = levels.members.map(
    (_, level) =>
      initialWindowPackets +
      sum(levelBytes.slice(0, level)) / PAYLOAD_BYTES +
      sum(levels.members.slice(0, level).map((indexes) => indexes.length)),
  )
  const beginMs: number[] = []
  const endMs: number[] = []
  for (const [index, { parent, sizeBytes, thinkMs }] of resources.entries()) {
    const askedMs = parent === null ? startMs : isHinted && parent === 0 ? startMs + rttMs : readMs(parent)
    beginMs[index] = askedMs + rttMs + thinkMs
    endMs[index] =
      beginMs[index] + slowStartMs(sizeBytes, windowBelow[levels.levelByResource[index] ?? 0] ?? 0, link)
  }
  const bounds = resources.map(({ computeMs }, index) => (endMs[index] ?? 0) + computeMs)
  for (const [level, members] of levels.members.entries()) {
    const soonestMs = Math.min(...members.map((index) => beginMs[index] ?? 0))
    const more = initialWindowPackets * (CONNECTIONS[arm] * hostSizes.length - 1)
    // A resource that is announced need not come after the document.
    const bytes = isHinted && level === 0 ? levelBytes.slice(0, 1) : levelBytes.slice(level)
    bounds.push(soonestMs + slowStartMs(sum(bytes), (windowBelow[level] ?? 0) + more, link))
  }
  if (streams !== null && CONNECTIONS[arm] === 1)
    for (const length of hostSizes) bounds.push(startMs + Math.ceil(length / streams) * rttMs)
  const busy = resources.flatMap(({ computeMs }, index) => (computeMs > 0 ? [endMs[index] ?? 0] : []))
  if (busy.length > 0) bounds.push(Math.min(...busy) + sum(resources.map(({ computeMs }) => computeMs)))
  return bounds.reduce((largest, bound) => Math.max(largest, bound), 0)

  /** Says when what it asks for is known. */
  function readMs(index: number): number {
    const { kind, sizeBytes, computeMs } = resources[index] as LabResource
    if (kind !== 'document') return (endMs[index] ?? 0) + computeMs
    return (beginMs[index] ?? 0) + Math.min(sizeBytes, PAYLOAD_BYTES) * msPerByte
  }
}

interface Levels {
  /** Says how far each resource is from the document. */
  readonly levelByResource: readonly number[]
  /** Says which resources are at each distance. */
  readonly members: readonly (readonly number[])[]
  readonly levelBytes: readonly number[]
  /** Says how many resources each host has. */
  readonly hostSizes: readonly number[]
}

/** A plan asks for the limits of one page under hundreds of conditions. */
const known = new WeakMap<readonly LabResource[], Levels>()

function levelsOf(resources: readonly LabResource[]): Levels {
  const found = known.get(resources) ?? groupByLevel(resources)
  known.set(resources, found)
  return found
}

function groupByLevel(resources: readonly LabResource[]): Levels {
  const levelByResource: number[] = []
  const members: number[][] = []
  for (const [index, { parent }] of resources.entries()) {
    const level = parent === null ? 0 : (levelByResource[parent] ?? 0) + 1
    levelByResource.push(level)
    members[level] ??= []
    members[level].push(index)
  }
  const levelBytes = members.map((indexes) => sum(indexes.map((index) => resources[index]?.sizeBytes ?? 0)))
  const hostSizes = [...Map.groupBy(resources, ({ shard }) => shard).values()].map(({ length }) => length)
  return { levelByResource, members, levelBytes, hostSizes }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
