import { createSocket } from 'node:dgram'
import { readFile } from 'node:fs/promises'
import { isIPv6 } from 'node:net'
import { hasQuiche } from '../../../crawler/quic/quiche.ts'
import type { ZooListener } from './listener.ts'
import { QUIC_BEHAVIOURS, type QuicBehaviourName } from './quic-behaviours.ts'
import { serveQuic } from './quic-server.ts'

/** A QUIC server with the behaviour of that name; `silent` is a bound port that never answers. */
export async function serveUdp({ address, port, behaviour, certFile, keyFile }: ZooListener): Promise<void> {
  if (!isQuicBehaviour(behaviour.name))
    throw new Error(`zoo: there is no behaviour '${behaviour.name}' over UDP`)
  if (certFile === null || keyFile === null) throw new Error(`zoo: ${behaviour.name} needs a certificate`)
  if (!hasQuiche()) {
    // A port where no QUIC can be spoken is one that never answers.
    createSocket(isIPv6(address) ? 'udp6' : 'udp4').bind(port, address)
    return
  }
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
  const { alpn } = behaviour
  await serveQuic({
    address,
    port,
    cert,
    key,
    behaviour: behaviour.name,
    ...(Array.isArray(alpn) && { alpn: alpn as string[] }),
  })
}

function isQuicBehaviour(name: string): name is QuicBehaviourName {
  return name in QUIC_BEHAVIOURS
}
