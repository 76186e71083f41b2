import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { programUse } from '../../../bench/survey/program-use.ts'
import { LIMITS } from '../../../crawler/network/limits.ts'
import type { QuicStack } from '../../../crawler/quic/quic-stack.ts'
import { openHttp3 } from '../../../crawler/survey/http/http3.ts'
import type { Timeouts } from '../../../crawler/survey/operation/context.ts'
import type { QuicBehaviourName } from '../../../lab/sandbox/zoo/quic-behaviours.ts'
import type { Http3Result, OperationRow } from '../../../model/operation.ts'
import { type Authority, makeAuthority } from '../../servers/certificates.ts'
import { describeEachQuicStack } from '../../servers/quic-stacks.ts'
import type { StormKind, StormOrder } from '../../servers/quic-storm.ts'
import { endpoint, hurried, surveyContext } from '../../servers/survey-context.ts'
import { testFolder } from '../../test-folder.ts'

let authority: Authority
const folder = testFolder()
const file = (name: string): string => join(folder, name)

before(async () => {
  authority = makeAuthority()
  const { key, cert } = authority.leaf({ altNames: 'DNS:site.test' })
  await writeFile(file('ca.pem'), authority.ca)
  await writeFile(file('key.pem'), key)
  await writeFile(file('cert.pem'), cert)
})

interface Storm {
  readonly kind: StormKind
  readonly behaviour: QuicBehaviourName
  readonly afterDatagrams: number
  readonly datagrams: number
}

/** GETs a page of a server that is behind a storm. `cpuMs` is what this thread spent meanwhile, and the QUIC program. */
async function ask(
  quic: QuicStack,
  storm: Storm,
  timeouts: Timeouts,
): Promise<{ readonly row: OperationRow<Http3Result>; readonly cpuMs: number }> {
  const order: StormOrder = { ...storm, keyFile: file('key.pem'), certFile: file('cert.pem') }
  const program = join(import.meta.dirname, '../../servers/quic-storm.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer]
    await using http = openHttp3(
      endpoint(Number(String(port))),
      surveyContext({ caFile: file('ca.pem'), timeouts, quic }),
    )
    const [before, beforeOfProgramMs] = [process.threadCpuUsage(), programUse(quic, file('ca.pem')).cpuMs]
    const row = await http.get('/')
    const { user, system } = process.threadCpuUsage(before)
    const ofProgramMs = programUse(quic, file('ca.pem')).cpuMs - beforeOfProgramMs
    return { row, cpuMs: (user + system) / 1_000 + ofProgramMs }
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}

const KINDS: readonly StormKind[] = ['stateless-reset', 'version-negotiation', 'retry']
/** Until the server is ended: what is not read is the kernel’s to drop. */
const ENDLESS = 1e9
/** Reading on for as long as a handshake may take would cost 60 times that. */
const MOST_CPU_MS = 1_000

describeEachQuicStack((quic) => {
  for (const kind of KINDS) {
    test(`an endless storm of ${kind} within the handshake ends it as h3_flood, at little cost`, async () => {
      const storm = { kind, behaviour: 'silent', afterDatagrams: 1, datagrams: ENDLESS } as const
      const { row, cpuMs } = await ask(quic, storm, hurried())
      assert.equal(row.failure, 'h3_flood', row.detail ?? '')
      assert.match(row.detail ?? '', new RegExp(`more than ${LIMITS.strayDatagrams} datagrams`))
      assert.ok(cpuMs < MOST_CPU_MS, `${cpuMs} ms of processor time`)
    })

    test(`an endless storm of ${kind} after the handshake ends the connection as h3_flood`, async () => {
      const storm = { kind, behaviour: 'no-response', afterDatagrams: 3, datagrams: ENDLESS } as const
      const { row, cpuMs } = await ask(quic, storm, hurried())
      assert.equal(row.failure, 'h3_flood', row.detail ?? '')
      assert.ok(cpuMs < MOST_CPU_MS, `${cpuMs} ms of processor time`)
    })

    test(`a gust of ${kind} that spoofs the server does not keep its page from us`, async () => {
      const storm = {
        kind,
        behaviour: 'ok',
        afterDatagrams: 1,
        datagrams: LIMITS.strayDatagrams / 2,
      } as const
      const { row } = await ask(quic, storm, hurried())
      assert.deepEqual([row.failure, row.result?.status], [null, 200], row.detail ?? '')
    })

    test(`a gust of ${kind} without a server behind it is quic_timeout`, async () => {
      const storm = { kind, behaviour: 'silent', afterDatagrams: 1, datagrams: 200 } as const
      const { row } = await ask(quic, storm, hurried('quicHandshakeMs'))
      assert.equal(row.failure, 'quic_timeout', row.detail ?? '')
    })
  }
})
