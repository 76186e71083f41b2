import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { makeAuthority } from '../../../lab/network/authority.ts'
import { testFolder } from '../../test-folder.ts'

test('a certificate names its hosts and no others, hangs on the root itself, and is small', async () => {
  const folder = testFolder()
  const authority = await makeAuthority(folder)
  const hosts = Array.from({ length: 7 }, (_, shard) => `s${shard}.elkhatib-nytimes-v12.test`)
  const { certFile } = await authority.issue('v12', hosts)
  const root = new X509Certificate(await readFile(authority.caFile))
  const leaf = new X509Certificate(await readFile(certFile))
  assert.ok(leaf.verify(root.publicKey))
  assert.ok(leaf.checkIssued(root))
  for (const host of hosts) assert.equal(leaf.checkHost(host), host)
  assert.equal(leaf.checkHost('s7.elkhatib-nytimes-v12.test'), undefined)
  assert.equal(leaf.ca, false)
  // With it, a server's first flight of QUIC stays within three times the client's (RFC 9000, 8.1): no round trip more.
  assert.ok(leaf.raw.length < 1_200, `${leaf.raw.length} bytes`)
})
