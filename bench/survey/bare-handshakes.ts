/**
 * The floor of the benchmark, a program: TLS handshakes with Node alone.
 * `node bare-handshakes.ts HOSTS CA RESOLVER AT-ONCE` prints `host TAB alpn`, or `host TAB` and an error's code.
 */
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createSecureContext } from 'node:tls'

const [hostsFile = '', caFile = '', resolverAddress = '', atOnce = '1'] = process.argv.slice(2)
const hosts = readFileSync(hostsFile, 'utf8').split('\n').filter(Boolean)
const secureContext = createSecureContext({ ca: readFileSync(caFile) })
const resolver = new Resolver()
resolver.setServers([resolverAddress])

async function shakeHands(servername: string): Promise<string> {
  const [host] = await resolver.resolve4(servername)
  if (host === undefined) return 'ENODATA'
  const socket = connect({ host, port: 443, servername, secureContext, ALPNProtocols: ['h2', 'http/1.1'] })
  try {
    await once(socket, 'secureConnect')
    return String(socket.alpnProtocol)
  } finally {
    socket.destroy()
  }
}

const left = hosts.values()
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    for (const host of left) {
      const outcome = await shakeHands(host).catch(
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      )
      process.stdout.write(`${host}\t${outcome}\n`)
    }
  }),
)
