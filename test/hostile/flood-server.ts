import { QUIC_FLOODS } from '../../lab/sandbox/zoo/quic-floods.ts'
import { serveQuic } from '../../lab/sandbox/zoo/quic-server.ts'
import { makeAuthority } from '../servers/certificates.ts'

// A process of its own: what a flood costs to send is not to be taken for what it costs to receive.
const authority = makeAuthority()
const pair = authority.leaf({ altNames: 'DNS:site.test' })
const floods = Object.keys(QUIC_FLOODS) as (keyof typeof QUIC_FLOODS)[]
const ports: Record<string, number> = {}
for (const behaviour of ['ok', ...floods] as const)
  ports[behaviour] = (await serveQuic({ address: '127.0.0.1', port: 0, ...pair, behaviour })).port
process.stdout.write(`${JSON.stringify({ ports, ca: authority.ca.toString() })}\n`)
