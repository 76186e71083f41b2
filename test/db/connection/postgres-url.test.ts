import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { DatabaseError } from '../../../db/connection/database-error.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { securePostgresUrl } from '../../../db/connection/postgres-url.ts'
import { reachableDatabase } from '../../../db/connection/socket-relay.ts'
import { temporaryFolder, towline } from '../../cli/towline.ts'
import { type KeyPair, makeAuthority } from '../../servers/certificates.ts'

const NOWHERE = {}

test('a database on this machine is taken as it is', () => {
  for (const url of [
    'postgres://towline@localhost/towline',
    'postgres://towline@127.0.0.1:5433/towline',
    'postgresql://towline@[::1]/towline',
    'postgres://towline@localhost/towline?host=/var/run/postgresql',
    'postgres://db.example/towline?host=/var/run/postgresql',
    'postgres:///towline?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun%2Fpostgresql/towline',
    'postgres://towline@/towline',
    'postgres:///towline',
  ])
    assert.equal(securePostgresUrl(url, NOWHERE), url)
})

test('the certificate of a database on another machine is verified, also where the URL does not say so', () => {
  assert.equal(
    securePostgresUrl('postgres://towline@db.example/towline', NOWHERE),
    'postgres://towline@db.example/towline?sslmode=verify-full',
  )
  assert.equal(
    securePostgresUrl('postgres://db.example/towline?sslmode=require&sslrootcert=/etc/ca.pem', NOWHERE),
    'postgres://db.example/towline?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem',
  )
})

test('a URL without a host is of PGHOST', () => {
  const remote = { PGHOST: 'db.example' }
  assert.equal(securePostgresUrl('postgres:///towline', remote), 'postgres:///towline?sslmode=verify-full')
  assert.equal(
    securePostgresUrl('postgres://towline@/towline', remote),
    'postgres://towline@db.example/towline?sslmode=verify-full',
  )
  for (const url of ['postgres://localhost/towline', 'postgres:///towline?host=/var/run/postgresql'])
    assert.equal(securePostgresUrl(url, remote), url)
  for (const PGHOST of ['', 'localhost', '127.0.0.1', '::1', '/var/run/postgresql'])
    for (const url of ['postgres:///towline', 'postgres://towline@/towline'])
      assert.equal(securePostgresUrl(url, { PGHOST }), url)
})

test('what is taken for local is where pg connects to', () => {
  const { PGHOST } = process.env
  process.env.PGHOST = 'db.example'
  try {
    for (const [url, host] of [
      ['postgres:///towline', 'db.example'],
      ['postgres://towline@/towline', 'db.example'],
      ['postgres://other.example/towline', 'other.example'],
      ['postgres://localhost/towline?host=other.example', 'other.example'],
      ['postgres://localhost/towline?host=%2Fvar%2Frun&host=other.example', 'other.example'],
      ['postgres://localhost/towline?host=other.example&host=%2Fvar%2Frun', '/var/run'],
      ['postgres://other.example/towline?host=', 'other.example'],
    ] as const) {
      assert.equal(new pg.Client({ connectionString: url }).host, host)
      assert.equal(securePostgresUrl(url) === url, host.startsWith('/'), url)
    }
  } finally {
    if (PGHOST === undefined) delete process.env.PGHOST
    else process.env.PGHOST = PGHOST
  }
})

test('a database on another machine that is to be trusted unseen is refused', () => {
  for (const words of ['sslmode=disable', 'sslmode=no-verify', 'sslmode=prefer', 'ssl=0', 'ssl=false'])
    assert.throws(
      () => securePostgresUrl(`postgres://towline:secret@db.example/towline?${words}`, NOWHERE),
      (error) =>
        error instanceof DatabaseError &&
        error.code === 'insecure' &&
        /certificate/.test(error.message) &&
        !/secret/.test(error.message),
      words,
    )
})

/** A server that speaks no TLS, under an address that is none of the loopback interface, and what it is asked first. */
async function plainServer() {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      asked.push(bytes.toString('hex'))
      socket.end('N')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** What first came on the connections since the last call. */
    takeAsked: () => [...new Set(asked.splice(0))],
    port,
    // Linux connects to itself under it.
    host: '0.0.0.0',
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** https://www.postgresql.org/docs/current/protocol-message-formats.html: SSLRequest. */
const SSL_REQUEST = '0000000804d2162f'

test('every way to a database on another machine begins with TLS', async () => {
  await using server = await plainServer()
  const url = `postgres://towline@${server.host}:${server.port}/towline`
  await assert.rejects(openDatabase({ url, readOnly: true }), { code: 'unreachable' })
  assert.deepEqual(server.takeAsked(), [SSL_REQUEST])
  {
    await using relayed = await reachableDatabase(url)
    const folder = new URL(relayed.url).searchParams.get('host') ?? ''
    const client = createConnection(`${folder}/.s.PGSQL.${server.port}`)
    client.on('error', () => {}).resume()
    await once(client, 'close')
    assert.deepEqual(server.takeAsked(), [SSL_REQUEST])
  }
  await using folder = await temporaryFolder()
  const env = { DATABASE_URL: 'postgres:///towline', PGHOST: server.host, PGPORT: String(server.port) }
  const ended = await towline(['vantage', 'list'], { cwd: folder.path, env })
  assert.equal(ended.code, 69, ended.stderr)
  assert.match(ended.stderr, /^towline: .*does not support SSL.*\n$/)
  assert.deepEqual(server.takeAsked(), [SSL_REQUEST])
})

/** Agrees to TLS with a certificate, and keeps what it is told over that. */
async function tlsServer({ key, cert }: KeyPair) {
  const told: (string | Buffer)[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, key, cert })
      secure.on('error', () => {})
      secure.on('data', (bytes) => {
        told.push(bytes)
        secure.destroy()
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    told,
    port,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

test('a server on another machine is told nothing before its certificate is found right', async () => {
  await using folder = await temporaryFolder()
  const ours = makeAuthority()
  const stranger = makeAuthority()
  const root = join(folder.path, 'ca.pem')
  await writeFile(root, ours.ca)
  const altNames = 'IP:0.0.0.0'
  for (const [pair, isTold] of [
    [ours.leaf({ altNames }), true],
    [ours.leaf({ altNames: 'DNS:other.example' }), false],
    [ours.leaf({ altNames, notAfter: new Date(Date.now() - 86_400_000) }), false],
    [stranger.leaf({ altNames }), false],
    [ours.selfSigned(altNames), false],
  ] as const) {
    await using server = await tlsServer(pair)
    const url = `postgres://towline:secret@0.0.0.0:${server.port}/towline?sslrootcert=${root}`
    const code = isTold ? 'unreachable' : 'insecure'
    await assert.rejects(openDatabase({ url, readOnly: true }), { code })
    assert.equal(server.told.length > 0, isTold)
  }
})

test('a command that would trust it unseen ends with one line', async () => {
  await using folder = await temporaryFolder()
  const env = { DATABASE_URL: 'postgres:///towline?sslmode=disable', PGHOST: 'db.example' }
  const ended = await towline(['vantage', 'list'], { cwd: folder.path, env })
  assert.equal(ended.code, 78)
  assert.match(
    ended.stderr,
    /^towline: the database on db\.example is on another machine: leave out sslmode.*\n$/,
  )
})
