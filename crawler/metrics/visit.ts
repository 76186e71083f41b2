import { HTTP_VERSIONS, protocolOf } from '../../har/entry-protocol.ts'
import type { SampleArtifacts, ServedConnection } from '../../model/artifacts.ts'
import type { Measured, Metric } from './metric.ts'

const NO_CONNECTION = 'no connection was opened to the server'

/** `visit_resumed`: of the document's connection, the first one that a request came by. */
export const visitResumed: Metric = {
  name: 'visit_resumed',
  about:
    '1 where the connection of the first request resumed a session, 0 where it did not; null without a connection',
  compute: (artifacts) => ofFirst(artifacts, ({ resumed }) => resumed),
}

export const visitResumedShare: Metric = {
  name: 'visit_resumed_share',
  about: 'share of the connections with requests that resumed a session; null without a connection',
  compute({ timings }) {
    const served = timings?.served ?? []
    if (served.length === 0) return { value: null, note: NO_CONNECTION }
    return served.filter(({ resumed }) => resumed).length / served.length
  },
}

export const visitEarlyData: Metric = {
  name: 'visit_early_data',
  about:
    '1 where the server took the first request as early data, 0 where it did not; null without a connection',
  compute: (artifacts) => ofFirst(artifacts, ({ earlyData }) => earlyData),
}

/** A document from the cache counts too: it keeps the protocol that it came by. */
export const visitHttpVersion: Metric = {
  name: 'visit_http_version',
  about: 'version of HTTP that the first request came by: 1, 2 or 3; null where it has no response',
  compute({ har }) {
    const [first] = har?.log.entries ?? []
    const version = first === undefined ? null : protocolOf(first)
    if (version === null)
      return { value: null, note: 'the first request has no response of a known protocol' }
    return HTTP_VERSIONS.indexOf(version) + 1
  },
}

export const visitCachedShare: Metric = {
  name: 'visit_cached_share',
  about: 'share of the responses that came from the browser’s cache; null without a response',
  compute({ har }) {
    const answered = har?.log.entries.filter(({ response }) => response.status > 0) ?? []
    if (answered.length === 0) return { value: null, note: 'no response' }
    return answered.filter(({ _fromCache }) => _fromCache !== undefined).length / answered.length
  },
}

function ofFirst({ timings }: SampleArtifacts, is: (first: ServedConnection) => boolean): Measured {
  const [first] = timings?.served ?? []
  return first === undefined ? { value: null, note: NO_CONNECTION } : { value: is(first) ? 1 : 0, note: null }
}
