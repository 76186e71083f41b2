import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http2'
import { after, before, describe, test } from 'node:test'
import { GETS, openHttp2 } from './get.ts'
import { madeAnswer, NAVIGATION, type ReplayServer, startReplay } from './replay-server.ts'
import { whyNoServer } from './running-server.ts'

const skip = await whyNoServer('towline')
const URL_OF_PAGE = 'https://a.test/'
const LINK = '</a.css>; rel=preload; as=style'
const [HINTS_MS, THINK_MS] = [100, 400]

describe('a recorded 103', { skip }, () => {
  let server: ReplayServer
  before(async () => {
    const hints = { headers: [['Link', LINK]] as const, waitMs: HINTS_MS }
    const page = madeAnswer(0, URL_OF_PAGE, { body: 'page', thinkMs: THINK_MS, hints })
    server = await startReplay([page], { page: Buffer.from('<!doctype html>') })
  })
  after(() => server?.[Symbol.asyncDispose]())

  test('comes over HTTP/2 with its fields after its own wait, and the response after the think time', async () => {
    const question = server.question(URL_OF_PAGE)
    const session = await openHttp2(question)
    try {
      const stream = session.request({ ...NAVIGATION, ':path': '/', ':authority': question.host })
      const startedMs = performance.now()
      const answered = once(stream, 'response')
      const [hints] = (await once(stream, 'headers')) as [IncomingHttpHeaders]
      const hintsMs = performance.now() - startedMs
      const [response] = (await answered) as [IncomingHttpHeaders]
      const responseMs = performance.now() - startedMs
      assert.deepEqual([hints[':status'], hints.link, response[':status']], [103, LINK, 200])
      assert.ok(hintsMs >= HINTS_MS - 1 && responseMs >= THINK_MS - 1, `${hintsMs} and ${responseMs} ms`)
      assert.ok(hintsMs < responseMs - (THINK_MS - HINTS_MS) / 2, `${hintsMs} and ${responseMs} ms`)
    } finally {
      session.destroy()
    }
  })

  for (const protocol of ['http/1.1', 'h2', 'h3'] as const)
    test(`is in no client's way over ${protocol}`, async () => {
      const { status, body } = await GETS[protocol](server.question(URL_OF_PAGE, { fields: NAVIGATION }))
      assert.deepEqual([status, body.toString()], [200, '<!doctype html>'])
    })
})
