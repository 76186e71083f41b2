import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer, isIP, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect } from 'node:tls'
import pg from 'pg'
import { securePostgresUrl } from './postgres-url.ts'

/** A database under a URL that holds in every network of this machine. */
interface ReachableDatabase extends AsyncDisposable {
  readonly url: string
}

interface Server {
  readonly host: string
  readonly port: number
  readonly ssl: boolean | ConnectionOptions
}

/**
 * Makes a database reachable for processes of this user in another network namespace: PostgreSQL on TCP is relayed through
 * a Unix socket, and TLS is spoken from here. Files and Unix sockets are reachable as they are.
 */
export async function reachableDatabase(url: string): Promise<ReachableDatabase> {
  const unchanged = { url, [Symbol.asyncDispose]: async () => {} }
  if (!/^postgres(ql)?:\/\//.test(url)) return unchanged
  const secureUrl = securePostgresUrl(url)
  const { user, password, database, host, port, ssl } = new pg.Client({ connectionString: secureUrl })
  if (host.startsWith('/')) return unchanged
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'towline-db-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const sockets = new Set<Socket>()
  const relay = createServer((client) => {
    sockets.add(client)
    client.on('close', () => sockets.delete(client))
    relayTo({ host, port, ssl }, client).catch(() => client.destroy())
  })
  relay.listen(join(folder, `.s.PGSQL.${port}`))
  await once(relay, 'listening')
  resources.defer(async () => {
    relay.close()
    for (const socket of sockets) socket.destroy()
    await once(relay, 'close')
  })
  const local = new URL(`postgres://localhost:${port}`)
  local.username = user ?? ''
  local.password = password ?? ''
  local.pathname = `/${database ?? ''}`
  for (const [name, value] of new URL(secureUrl).searchParams)
    if (!/^(ssl|host$|port$)/.test(name)) local.searchParams.append(name, value)
  local.searchParams.set('host', folder)
  const owned = resources.move()
  return { url: local.href, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function relayTo(server: Server, client: Socket): Promise<void> {
  const upstream = createConnection({ host: server.host, port: server.port })
  // Whichever side ends first, in whatever way, ends the other.
  client.on('error', () => {}).on('close', () => upstream.destroy())
  upstream.on('error', () => {}).on('close', () => client.destroy())
  await once(upstream, 'connect')
  const secure = server.ssl === false ? upstream : await startTls(server, upstream)
  secure.on('error', () => client.destroy()).pipe(client)
  client.pipe(secure)
}

/** https://www.postgresql.org/docs/current/protocol-message-formats.html: SSLRequest. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

async function startTls({ host, ssl }: Server, socket: Socket): Promise<Socket> {
  socket.write(SSL_REQUEST)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (answer.toString('latin1') !== 'S') throw new Error('the database does not speak TLS')
  const secure = connect({
    ...(typeof ssl === 'object' ? ssl : {}),
    ...{ socket, host },
    ...(isIP(host) === 0 && { servername: host }),
  })
  await once(secure, 'secureConnect')
  return secure
}
