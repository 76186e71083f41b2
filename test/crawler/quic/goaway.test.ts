import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { LIMITS } from '../../../crawler/network/limits.ts'
import { Http3Session } from '../../../crawler/quic/http3-session.ts'
import { serveQuic } from '../../../lab/sandbox/zoo/quic-server.ts'
import { makeAuthority } from '../../servers/certificates.ts'
import { describeEachQuicStack } from '../../servers/quic-stacks.ts'
import { until } from '../../servers/until.ts'
import { testFolder } from '../../test-folder.ts'

const authority = makeAuthority()
const folder = testFolder()
before(() => writeFile(join(folder, 'ca.pem'), authority.ca))

describeEachQuicStack((stack) => {
  test('a request after GOAWAY is refused at once, as one before it is', async () => {
    const pair = authority.leaf({ altNames: 'DNS:site.test' })
    await using server = await serveQuic({ address: '127.0.0.1', port: 0, behaviour: 'goaway', ...pair })
    await using session = new Http3Session({
      stack,
      target: { address: '127.0.0.1', port: server.port, family: 4, serverName: 'site.test' },
      caFile: join(folder, 'ca.pem'),
      clock: () => performance.now(),
      limits: LIMITS,
    })
    session.quic.start()
    await until('GOAWAY has come', () => !session.open)
    assert.equal(session.quic.failure, null)
    const { failure } = session.request([[':method', 'GET']], { add: () => false })
    assert.deepEqual([failure?.failure, failure?.detail, failure?.isRefused], ['h3_closed', 'GOAWAY 0', true])
  })
})
