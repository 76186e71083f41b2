import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { reachableDatabase } from '../../../db/connection/socket-relay.ts'
import { temporaryFolder } from '../../cli/towline.ts'
import { makeAuthority } from '../../servers/certificates.ts'
import { onOwnPostgres } from '../postgres-server.ts'
import { tcpFront } from '../tcp-front.ts'

test('a file, and a PostgreSQL on a Unix socket, are reachable as they are', async () => {
  for (const url of ['data/towline.sqlite', 'postgres://towline@localhost/towline?host=/run/postgresql']) {
    await using database = await reachableDatabase(url)
    assert.equal(database.url, url)
  }
})

onOwnPostgres(
  'a database on TCP is reached through a Unix socket, which goes in the end',
  async ({ url }) => {
    await using front = await tcpFront(url)
    let folder = ''
    {
      await using database = await reachableDatabase(`${front.url}?application_name=lab`)
      folder = new URL(database.url).searchParams.get('host') ?? ''
      assert.ok(existsSync(folder))
      assert.equal(await ask(database.url, 'SHOW application_name'), 'lab')
    }
    assert.ok(!existsSync(folder))
  },
)

onOwnPostgres('TLS is spoken with a database that the URL wants it of, and verified', async ({ url }) => {
  await using folder = await temporaryFolder()
  const authority = makeAuthority()
  const caFile = join(folder.path, 'ca.pem')
  await writeFile(caFile, authority.ca)
  await using front = await tcpFront(url, authority.leaf({ altNames: 'IP:127.0.0.1' }))
  await using other = await tcpFront(url, authority.leaf({ altNames: 'DNS:other.test' }))
  const asks = async (address: string): Promise<unknown> => {
    await using database = await reachableDatabase(address)
    return await ask(database.url, 'SELECT 7')
  }
  const trusting = `sslmode=verify-full&sslrootcert=${encodeURIComponent(caFile)}`
  assert.equal(await asks(`${front.url}?${trusting}`), 7)
  await assert.rejects(asks(`${front.url}?sslmode=verify-full`), 'an authority that nobody trusts')
  await assert.rejects(asks(`${other.url}?${trusting}`), 'the certificate of another host')
})

/** The only value of the only row. */
async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end().catch(() => {})
  }
}
