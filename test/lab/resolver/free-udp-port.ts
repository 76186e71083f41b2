import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Of 127.0.0.1, that was free a moment ago. */
export async function freeUdpPort(): Promise<number> {
  const probe = createSocket('udp4').bind(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}
