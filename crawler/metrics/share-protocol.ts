import { isAnswered } from '../../har/entry.ts'
import { HTTP_VERSIONS, protocolOf } from '../../har/entry-protocol.ts'
import { harEntries } from './har-entries.ts'
import type { Metric } from './metric.ts'

const NAMED = { h1: 'HTTP/1.x', h2: 'HTTP/2', h3: 'HTTP/3' } as const

/** `share_h1`, `share_h2`, `share_h3`: of the requests that got a response, for the others came by no protocol. */
export const shareProtocol: readonly Metric[] = HTTP_VERSIONS.map((version) => ({
  name: `share_${version}` as const,
  about: `share of answered requests that came by ${NAMED[version]} (\`httpVersion\` of the HAR)`,
  compute(artifacts) {
    const answered = harEntries(artifacts)?.filter(isAnswered) ?? []
    if (answered.length === 0) return { value: null, note: 'no answered request' }
    return answered.filter((entry) => protocolOf(entry) === version).length / answered.length
  },
}))
