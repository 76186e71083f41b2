import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeAuthority } from '../../../lab/network/authority.ts'
import { replayCertificates } from '../../../lab/replay/replay-certificates.ts'
import { replayHosts } from '../../../lab/replay/replay-hosts.ts'
import { temporaryFolder } from '../../cli/towline.ts'
import { madeRecording } from './made-recording.ts'

test('certificates are as long as the recorded ones, and as short as can be where those were shorter or unknown', async () => {
  await using folder = await temporaryFolder()
  const host = (name: string, chainBytes: number | null) => ({
    host: name,
    certificate: { sha256: null, names: [name], issuer: null, chainBytes },
  })
  const named = [host('long.test', 4_321), host('short.test', 100), host('unknown.test', null)]
  const recording = madeRecording(
    named.map((each) => ({ url: `https://${each.host}/` })),
    named,
  )
  const authority = await makeAuthority(join(folder.path, 'authority'))
  const issued = await replayCertificates(authority, 'v0', replayHosts(recording))
  const bytesOf = async (name: string): Promise<number> => {
    const pem = await readFile(issued.get(name)?.certFile ?? '', 'utf8')
    const parts = pem.split(/(?<=-----END CERTIFICATE-----\n)/).filter((part) => part.trim() !== '')
    return parts.reduce((sum, part) => sum + new X509Certificate(part).raw.length, 0)
  }
  assert.ok(Math.abs((await bytesOf('long.test')) - 4_321) <= 8)
  for (const name of ['short.test', 'unknown.test']) {
    const bytes = await bytesOf(name)
    assert.ok(bytes > 300 && bytes < 800, `${bytes}`)
  }
})
