import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { answerWriter } from '../../../cli/export/answer-writer.ts'
import { temporaryFolder } from '../towline.ts'

test('no answer is asked for twice, whoever needs it', async () => {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.end(JSON.stringify({ url }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await using folder = await temporaryFolder()
  const writer = answerWriter({
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    folder: folder.path,
    signal: new AbortController().signal,
    written: () => undefined,
  })
  const first = await writer.json('campaigns', '/campaigns')
  await writer.downloads('ranking', '/ranking', { arm: 'h2' })
  assert.deepEqual(await writer.json('campaigns', '/campaigns'), first)
  await writer.json('ranking', '/ranking', { arm: 'h2' })
  await writer.downloads('ranking', '/ranking', { arm: 'h2' })
  await writer.feed('changes', '/changes')
  await writer.har(7)
  await writer.har(7)
  server.close()
  assert.deepEqual(asked, [
    '/api/v1/campaigns?',
    '/api/v1/ranking?arm=h2',
    '/api/v1/ranking?arm=h2&format=csv',
    '/api/v1/changes?format=atom',
    '/api/v1/samples/7/har?',
  ])
  assert.equal(writer.files, 5)
  assert.equal(writer.hars.files, 1)
  assert.ok(writer.hars.sizeBytes > 0 && writer.hars.sizeBytes < writer.sizeBytes)
  assert.deepEqual(await readdir(folder.path), ['api'])
})
