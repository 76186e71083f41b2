import { readFile } from 'node:fs/promises'
import type { QuicBehaviourName } from '../../lab/sandbox/zoo/quic-behaviours.ts'
import { serveQuic } from '../../lab/sandbox/zoo/quic-server.ts'

// A process of its own: what pours without an end keeps its event loop busy, by which others are timed.
const [behaviour = 'ok', address = '127.0.0.1', certFile = '', keyFile = ''] = process.argv.slice(2)
const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
const { port } = await serveQuic({ address, port: 0, cert, key, behaviour: behaviour as QuicBehaviourName })
process.stdout.write(`${port}\n`)
// Its end is that of whoever has started it, too.
process.stdin.resume().on('end', () => process.exit())
