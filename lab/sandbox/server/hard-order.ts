import type { HardListener } from '../hard/hard-listener.ts'
import type { Certificates } from '../site/certificates.ts'
import { type Host, httpPorts, httpsPorts } from '../site/hosts.ts'

export function hardOrder(hosts: readonly Host[], certificates: Certificates): HardListener[] {
  return hosts.flatMap((host) =>
    host.listen.flatMap((address): HardListener[] => [
      ...(host.spec.http ? httpPorts(host).map((port) => ({ address, port, tls: null })) : []),
      ...(host.spec.https
        ? httpsPorts(host).map((port) => ({ address, port, tls: certificates.certificateFor(host) }))
        : []),
    ]),
  )
}
