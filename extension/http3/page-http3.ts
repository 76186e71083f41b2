import { protocolName } from '../../har/protocol-name.ts'
import type { Http3Facts } from '../../web/har/http3-reason.ts'
import { isWarm, reduceLoad } from '../capture/load-times.ts'
import type { PageLoad } from '../capture/types.ts'

/** Tells what a page knows itself: it cannot read headers. Null where it has no navigation entry. */
export function pageHttp3(load: PageLoad, publishedByH3 = false): Http3Facts | null {
  const { navigation, resources } = load.timings
  if (navigation === null) return null
  const reduced = reduceLoad(load)
  const dropped = 'dropped' in reduced ? reduced.dropped : null
  return {
    url: load.origin,
    protocol: protocolName(navigation.nextHopProtocol),
    fromCache: isWarm(navigation) || dropped === 'from_cache' || dropped === 'nothing_transferred',
    reused: 'reused' in reduced ? reduced.reused : null,
    othersByH3: resources.some(
      ({ name, nextHopProtocol }) =>
        protocolName(nextHopProtocol) === 'h3' && URL.parse(String(name))?.origin === load.origin,
    ),
    altSvc: 'hidden',
    claimedBefore: false,
    publishedByH3,
  }
}
