import { GATEWAY, ZOO_DNS } from '../site/addresses.ts'
import type { Certificates } from '../site/certificates.ts'
import type { Host } from '../site/hosts.ts'
import type { BehaviourSpec } from '../site/site-spec.ts'
import type { ZooListener, ZooOrder } from '../zoo/listener.ts'

/** What the zoo is to serve. A host's zoo ports may stand beside a real server on its other ports. */
export function zooOrder(hosts: readonly Host[], certificates: Certificates): ZooOrder {
  return {
    dnsAddress: ZOO_DNS,
    echoAddress: GATEWAY.ipv4,
    listeners: hosts.flatMap((host) => {
      const { zoo443, zoo80, zooUdp443 } = host.spec
      const noTls = { certFile: null, keyFile: null }
      const listenersFor = (
        transport: ZooListener['transport'],
        port: number,
        behaviour: BehaviourSpec | undefined,
        files: Pick<ZooListener, 'certFile' | 'keyFile'>,
      ): ZooListener[] =>
        behaviour ? host.listen.map((address) => ({ transport, address, port, behaviour, ...files })) : []
      return [
        ...listenersFor('tcp', 443, zoo443, zoo443 ? certificates.certificateFor(host) : noTls),
        ...listenersFor('tcp', 80, zoo80, noTls),
        ...listenersFor(
          'udp',
          443,
          zooUdp443,
          zooUdp443 ? certificates.certificateFor(host, host.spec.certificateUdp) : noTls,
        ),
      ]
    }),
    names: hosts.flatMap(({ name, spec, a }) =>
      spec.dns ? [{ name, behaviour: spec.dns, address: a[0] ?? null }] : [],
    ),
  }
}
