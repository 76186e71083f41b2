import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { opened } from '../../opened.ts'
import { GETS } from './get.ts'
import { ADDRESSES, makeOriginFiles, type RunningServer, startServer, whyNoServer } from './running-server.ts'

const skip = await whyNoServer('towline')

/** What was recorded, what is asked for, and what that is found by. */
const CASES: readonly (readonly [string, string, string])[] = [
  ['/q?_=1732200000000', '/q?_=1732300000000', 'query'],
  ['/q?r=0.77123', '/q?r=0.123', 'query'],
  ['/q?id=7&cb=112233', '/q?id=7&cb=998877', 'query'],
  ['/q?session=b', '/q?session=a', 'query'],
  ['/q?u=90ab3a2b1122', '/q?u=4f9d3a2b77aa', 'query'],
  ['/q?b=2&a=1', '/q?a=1&b=2', 'query'],
  ['/q?page=3&size=5', '/q?page=2&size=5', 'query'],
  ['/q?q=words', '/q?q=words&t=17', 'query'],
  ['/q?page=3', '/q?page=2', 'miss'],
  ['/q?other=words', '/q?q=words', 'miss'],
  ['/q?q=others&more=1', '/q?q=words', 'miss'],
  ['/q?same=1', '/q?same=1', 'url'],
  ['/app.0011aabb.js', '/app.4f9d3a2b.js', 'path'],
  ['/v2/1732200000/a.png', '/v2/1732300000/a.png', 'path'],
  ['/u/123e4567-e89b-12d3-a456-426614174000', '/u/00000000-e89b-12d3-a456-426614174000', 'path'],
  ['/v2/1732200000/a.png', '/v2/1732300000/b.png', 'miss'],
  ['/img/1.png', '/img/2.png', 'miss'],
  ['/defaced/beef.css', '/defaced/feed.css', 'miss'],
]

describe('what a request is found by', { skip }, () => {
  const served = opened(() => makeOriginFiles({ 'a.test/': '' }))

  for (const [recorded, asked, rung] of CASES) {
    test(`${asked} where ${recorded} was recorded: ${rung}`, async () => {
      const replayFile = join(served.folder, 'replay.json')
      const answer = { id: 1, url: `https://a.test${recorded}`, method: 'GET', requestBodySha256: null }
      const response = {
        range: null,
        status: 204,
        headers: [],
        body: null,
        thinkMs: 0,
        ending: 'whole',
        volatile: ['session'],
      }
      const answers = [{ ...answer, ...response }]
      await writeFile(replayFile, JSON.stringify({ page: 'https://a.test/', bodies: '.', answers }))
      await using _server: RunningServer = await startServer(served, served.order('towline', { replayFile }))
      const got = await GETS.h2({ address: ADDRESSES.a, host: 'a.test', path: asked, caFile: served.caFile })
      assert.equal(got.headers['towline-replay']?.split(' ')[0], rung)
    })
  }
})
