import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { GETS } from '../../lab/origin/get.ts'
import { madeAnswer, startReplay } from '../../lab/origin/replay-server.ts'
import { whyNoServer } from '../../lab/origin/running-server.ts'
import { describeEachQuicStack } from '../../servers/quic-stacks.ts'

const LENGTH = ['Content-Length', '7'] as const
const ANSWERS = [
  madeAnswer(1, 'https://a.test/', { headers: [LENGTH], body: 'page' }),
  madeAnswer(2, 'https://a.test/unchanged', { status: 304, headers: [LENGTH] }),
]

describe('a response that has no body', { skip: await whyNoServer('towline') }, () => {
  describeEachQuicStack((quic) => {
    for (const [what, path, changes, status] of [
      ['to HEAD', '/', { method: 'HEAD' }, 200],
      ['of status 304', '/unchanged', { fields: { 'if-none-match': '"1"' } }, 304],
    ] as const)
      test(`${what} is whole over HTTP/3, whatever its Content-Length`, async () => {
        await using server = await startReplay(ANSWERS, { page: Buffer.from('<title>') })
        const got = await GETS.h3(server.question(`https://a.test${path}`, { ...changes, quic }))
        assert.deepEqual([got.status, got.headers['content-length'], got.body.length], [status, '7', 0])
      })
  })
})
