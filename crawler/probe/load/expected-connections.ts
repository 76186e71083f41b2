import type { ExpectationRule } from './expectation.ts'

/**
 * Whether hosts shared a connection where they were to, and nowhere else. Chromium takes an ORIGIN frame over HTTP/3 alone.
 * A load of several protocols is not judged: each of them needs connections of its own, and Alt-Svc goes by host.
 */
export const expectedConnections: ExpectationRule = ({ addresses, udp }, { artifacts: { connections } }) => {
  // A browser that loses its UDP connects anew.
  if (addresses === undefined || udp !== undefined || connections === null) return null
  const [protocol, ...others] = new Set(connections.map((connection) => connection.protocol))
  if (others.length > 0 && addresses !== 'each') return null
  const isShared = protocol === 'h3' ? addresses !== 'each' : protocol === 'h2' && addresses === 'one'
  if (isShared)
    return connections.length > 1 ? wrong(`${connections.length} connections in place of one`) : null
  const shared = connections.find(({ hosts }) => hosts.length > 1)
  return shared === undefined ? null : wrong(`one connection for ${shared.hosts.join(', ')}`)
}

const wrong = (detail: string) => ({ reason: 'wrong_connections' as const, detail })
