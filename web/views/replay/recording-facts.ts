import { bytes, count, integer, milliseconds } from '../../../figures/quantity.ts'
import type { ReplayRecording } from '../../../server/contract/contract.ts'
import { configuredLinkText } from '../../charts/link-text.ts'
import { type Child, h } from '../../dom/h.ts'
import { scrollTable } from '../../figure/scroll-table.ts'
import { facts, minute } from '../controls/facts.ts'

const SOURCES: Readonly<Record<ReplayRecording['source'], string>> = {
  live: 'live loads',
  har: 'a HAR file',
  warc: 'a WARC file',
}

export function recordingFacts(recording: ReplayRecording): Child {
  const { pageUrl, recordedAt, source, hosts, answers, leftOut, bodyBytes, notReplayed } = recording
  const addresses = new Set(hosts.flatMap(({ address }) => address ?? [])).size
  return [
    h('h3', 'The recording'),
    facts([
      ['page', pageUrl],
      ['recorded', recordedAt === null ? null : minute(recordedAt)],
      ['from', SOURCES[source]],
      ['behind', recordedLink(recording.link)],
      ['hosts', `${integer(hosts.length)}, ${count(addresses, 'address', 'addresses')}`],
      ['protocols', protocolsText(hosts)],
      ['answers', leftOut === 0 ? integer(answers) : `${integer(answers)}, ${integer(leftOut)} left out`],
      ['bodies', bytes(bodyBytes)],
      ['live loads', liveLoads(recording)],
      ['think times', thinkTimes(recording.thinkTimes)],
      [
        'not replayed',
        notReplayed.length === 0
          ? 'nothing known of'
          : notReplayed.map(({ kind, count: n }) => `${integer(n)} ${kind}`).join(', '),
      ],
      ['round trips of the replay', recording.roundTrips === 'one for all' ? 'one for all hosts' : 'by host'],
      ['initial window', 'not recorded; the replay has its own'],
      ['look-ups of names', recording.lookUps === 'none' ? 'none recorded, none replayed' : 'by a resolver'],
    ]),
    scrollTable(
      'Hosts as they were recorded',
      ['host', 'address', 'protocol', 'round trip'],
      hosts.map(({ name, address, protocol, roundTripMs }) => [
        name,
        address ?? 'not known',
        protocol ?? 'not known',
        roundTripMs === null ? 'not known' : milliseconds(roundTripMs),
      ]),
    ),
  ]
}

function liveLoads({ livePltMs, http1PltMs }: ReplayRecording): string {
  const http1 = http1PltMs.length === 0 ? '' : `, ${integer(http1PltMs.length)} more under HTTP/1.1`
  return `${integer(livePltMs.length)}${http1}`
}

function thinkTimes(found: ReplayRecording['thinkTimes']): string | null {
  if (found === null) return null
  const { byRequest, byHost, unknown } = found
  const words = [
    byRequest + byHost === 0 ? null : `${integer(byRequest + byHost)} bounded by what few requests took`,
    unknown === 0 ? null : `${integer(unknown)} not told apart from queues`,
  ].filter((each) => each !== null)
  return words.length === 0 ? 'of few requests at a time' : words.join(', ')
}

function protocolsText(hosts: ReplayRecording['hosts']): string {
  return [...Map.groupBy(hosts, ({ protocol }) => protocol ?? 'not known')]
    .map(([protocol, same]) => `${protocol} (${integer(same.length)})`)
    .sort()
    .join(', ')
}

function recordedLink(link: ReplayRecording['link']): string {
  if (link === null || typeof link !== 'object' || Array.isArray(link)) return 'no emulated link'
  return configuredLinkText(link.condition ?? null)
}
