import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { makeKeys, makeRoot } from '../../../lab/certificate/certificate.ts'
import { sizedChain } from '../../../lab/certificate/sized-chain.ts'

const ROOT = makeRoot({ commonName: 'root' })
const LEAF = { keys: makeKeys(), subject: { commonName: 'a.test' }, altNames: ['a.test'] }

function chainOf(chainBytes: number | null, leaf = LEAF): X509Certificate[] {
  const pem = sizedChain(leaf, ROOT, chainBytes)
  return pem
    .split(/(?<=-----END CERTIFICATE-----\n)/)
    .filter((part) => part !== '')
    .map((part) => new X509Certificate(part))
}

const bytesOf = (chain: readonly X509Certificate[]): number =>
  chain.reduce((sum, { raw }) => sum + raw.length, 0)

test('a chain has the bytes that are asked for, and hangs on the root', () => {
  const root = new X509Certificate(ROOT.pem)
  for (const chainBytes of [1_000, 1_499, 1_500, 2_000, 4_000, 10_000, 16_000, 60_000]) {
    const chain = chainOf(chainBytes)
    assert.ok(Math.abs(bytesOf(chain) - chainBytes) <= 8, `${bytesOf(chain)} for ${chainBytes}`)
    for (const [index, certificate] of chain.entries()) {
      const issuer = chain[index + 1] ?? root
      assert.ok(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey))
    }
    assert.equal(chain[0]?.checkHost('a.test'), 'a.test')
  }
})

test('from 1,500 bytes on it has an intermediate, which may sign and has half of the bytes', () => {
  assert.equal(chainOf(1_499).length, 1)
  const [leaf, intermediate] = chainOf(10_000)
  assert.ok(leaf && intermediate)
  assert.ok(intermediate.ca && !leaf.ca)
  assert.ok(Math.abs(leaf.raw.length - intermediate.raw.length) < 200)
})

test('the leaf may have a key of RSA', () => {
  const [leaf, intermediate] = chainOf(2_000, { ...LEAF, keys: makeKeys('rsa') })
  assert.equal(leaf?.publicKey.asymmetricKeyType, 'rsa')
  assert.equal(leaf?.publicKey.asymmetricKeyDetails?.modulusLength, 2_048)
  assert.equal(intermediate?.publicKey.asymmetricKeyType, 'ec')
})

test('without a size it is one certificate of the root', () => {
  const chain = chainOf(null)
  assert.equal(chain.length, 1)
  assert.ok(bytesOf(chain) < 600)
})

test('names that take more than the chain may are refused', () => {
  const altNames = Array.from({ length: 100 }, (_, n) => `n${n}.a.test`)
  assert.throws(() => chainOf(1_000, { ...LEAF, altNames }), {
    name: 'RangeError',
    message: /names and keys/,
  })
  assert.throws(() => chainOf(1_500, { ...LEAF, altNames }), { name: 'RangeError' })
})
