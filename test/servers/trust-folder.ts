import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authority, type KeyPair, makeAuthority } from './certificates.ts'

/** An authority and one certificate of it, as files too, in a folder that goes when it is disposed of. */
export interface TrustFolder extends AsyncDisposable {
  readonly folder: string
  readonly authority: Authority
  /** PEM file of the authority's root. */
  readonly caFile: string
  readonly pair: KeyPair
  /** PEM files of the pair. */
  readonly keyFile: string
  readonly certFile: string
}

/** @param altNames of the certificate: `DNS:a.test,DNS:b.test` */
export async function makeTrustFolder(altNames: string): Promise<TrustFolder> {
  await using opened = new AsyncDisposableStack()
  const authority = makeAuthority()
  const folder = await mkdtemp(join(tmpdir(), 'towline-trust-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const pair = authority.leaf({ altNames })
  const caFile = join(folder, 'ca.pem')
  const keyFile = join(folder, 'key.pem')
  const certFile = join(folder, 'cert.pem')
  await writeFile(caFile, authority.ca)
  await writeFile(keyFile, pair.key)
  await writeFile(certFile, pair.cert)
  const closing = opened.move()
  return {
    folder,
    authority,
    caFile,
    pair,
    keyFile,
    certFile,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
