import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { CheckAnswer, Failure } from '../../server/contract/contract.ts'
import { temporaryFolder } from '../cli/towline.ts'
import { noTraps } from '../crawler/probe/browser/trap-network.ts'
import type { Fate } from './url-box-urls.ts'

const CACHE = join(import.meta.dirname, '../../.cache/towline')
const CLIENT = join(import.meta.dirname, 'url-box-client.ts')

interface Result {
  readonly url: string
  readonly fate: Fate
  readonly status: number
  readonly answer: CheckAnswer | Failure
  readonly outcome: CheckAnswer | null
}

interface Found {
  readonly results: readonly Result[]
  readonly packets: readonly string[]
  readonly reached: readonly string[]
  readonly said: readonly string[]
  readonly served: number
  readonly alive: number
  readonly code: number | null
  readonly trapped: { readonly reached: number; readonly packets: number }
}

async function attack(): Promise<Found> {
  await using folder = await temporaryFolder()
  const resolv = join(folder.path, 'resolv.conf')
  await writeFile(resolv, 'nameserver 9.9.9.53\n')
  await writeFile(join(folder.path, 'index.html'), '<!doctype html><title>dashboard</title>')
  const script = 'mount --bind "$1" /etc/resolv.conf; shift; exec "$@"'
  const inside = ['sh', '-ec', script, 'sh', resolv, process.execPath, CLIENT, folder.path, CACHE]
  const { stdout } = await promisify(execFile)('unshare', ['--net', '--mount', ...inside], {
    maxBuffer: 50_000_000,
  })
  return JSON.parse(stdout) as Found
}

test('200 odd URLs asked of a URL box reach no private address, and each has one line', {
  skip: noTraps,
}, async (t) => {
  const { results, packets, reached, said, served, alive, code, trapped } = await attack()
  assert.ok(results.length > 200, `${results.length} URLs`)
  assert.equal(new Set(results.map(({ url }) => url)).size, results.length, 'none is twice')
  assert.deepEqual(trapped, { reached: 2, packets: 2 }, 'the traps catch what goes there')
  assert.deepEqual({ reached, packets }, { reached: [], packets: [] })
  for (const { url, fate, status, answer, outcome } of results) {
    const isRefused = typeof fate === 'number'
    assert.deepEqual([url, status], [url, isRefused ? fate : 201])
    const line = 'message' in answer ? answer.message : outcome?.reason
    if (!isRefused)
      assert.deepEqual([url, outcome?.state], [url, fate === 'fails' ? 'failed' : 'done'], line ?? '')
    if (fate !== 'done') assert.match(line ?? '', /^[^\n\p{C}]{10,400}$/u, url)
    if ('message' in answer)
      assert.ok(url.length < 12 || !answer.message.includes(url), 'nothing of it is repeated')
  }
  assert.ok(served > 0, 'public pages were loaded')
  assert.deepEqual([alive, code], [200, 0])
  assert.deepEqual(said, [], 'nothing for the operator to see to')
  t.diagnostic(`${results.length} URLs, ${results.filter(({ status }) => status === 201).length} jobs`)
})
