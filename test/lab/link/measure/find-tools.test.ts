import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findTools } from '../../../../lab/link/measure/find-tools.ts'
import { testFolder } from '../../../test-folder.ts'

const path = process.env.PATH
const folder = testFolder()
before(async () => {
  const unpacked = ['bin/ping', 'usr/bin/iperf3', 'usr/lib/x86_64-linux-gnu/libiperf.so']
  for (const file of ['on-path/ping', ...unpacked.map((each) => `cache/link/root/${each}`)]) {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), '#!/bin/sh\n', { mode: 0o755 })
  }
})
after(async () => {
  process.env.PATH = path
})

test('ping and iperf3 are those of the PATH, else those of the cache with their libraries, else none', () => {
  process.env.PATH = join(folder, 'on-path')
  const { ping, iperf3 } = findTools(join(folder, 'cache'))
  assert.equal(ping?.path, join(folder, 'on-path/ping'))
  assert.equal(iperf3?.path, join(folder, 'cache/link/root/usr/bin/iperf3'))
  assert.match(iperf3?.env.LD_LIBRARY_PATH ?? '', /cache\/link\/root\/usr\/lib\/\w+-linux-gnu$/)
  process.env.PATH = ''
  assert.equal(findTools(join(folder, 'cache')).ping?.path, join(folder, 'cache/link/root/bin/ping'))
  assert.deepEqual(findTools(folder), { ping: null, iperf3: null })
})
