import type { HardListener } from '../hard/hard-listener.ts'
import type { Certificates } from '../site/certificates.ts'
import type { Host } from '../site/hosts.ts'

export function hardOrder(hosts: readonly Host[], certificates: Certificates): HardListener[] {
  return hosts.flatMap((host) =>
    host.listen.flatMap((address): HardListener[] => [
      ...(host.spec.http ? [{ address, port: 80, tls: null }] : []),
      ...(host.spec.https ? [{ address, port: 443, tls: certificates.certificateFor(host) }] : []),
    ]),
  )
}
