import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { QuicProgram } from '../../../crawler/quic/program/quic-program.ts'
import { openHttp3 } from '../../../crawler/survey/http/http3.ts'
import { serveQuic } from '../../../lab/sandbox/zoo/quic-server.ts'
import { type Authority, makeAuthority } from '../../servers/certificates.ts'
import { QUIC_STACKS } from '../../servers/quic-stacks.ts'
import { endpoint, surveyContext } from '../../servers/survey-context.ts'
import { until } from '../../servers/until.ts'

const quinn = QUIC_STACKS.find(({ name }) => name === 'quinn')
const stack = quinn?.stack?.name === 'quinn' ? quinn.stack : null

describe('the QUIC program', { skip: quinn?.whyNot ?? false }, () => {
  let authority: Authority
  let folder: string
  let caFile: string
  before(async () => {
    authority = makeAuthority()
    folder = await mkdtemp(join(tmpdir(), 'towline-quic-'))
    caFile = join(folder, 'ca.pem')
    await writeFile(caFile, authority.ca)
  })
  after(() => rm(folder, { recursive: true }))

  const zoo = (behaviour: 'ok' | 'no-response') =>
    serveQuic({
      address: '127.0.0.1',
      port: 0,
      behaviour,
      ...authority.leaf({ altNames: 'DNS:site.test' }),
    })

  test('that is killed fails its connections as quic_unavailable, and the next connection starts another', async () => {
    await using silent = await zoo('no-response')
    await using server = await zoo('ok')
    const context = surveyContext({ caFile, quic: stack })
    const asked = await Promise.all(
      Array.from({ length: 3 }, async (_, n) => {
        await using http = openHttp3(endpoint(silent.port), context)
        const row = http.get('/')
        if (n === 0) {
          await until('all connections are accepted', () => silent.accepted === 3)
          const { pid } = QuicProgram.of(stack?.program ?? '', caFile)
          assert.ok(pid !== undefined)
          process.kill(pid, 'SIGKILL')
        }
        return await row
      }),
    )
    for (const { failure, detail } of asked) {
      assert.equal(failure, 'quic_unavailable')
      assert.match(detail ?? '', /^the QUIC program has ended: SIGKILL/)
    }
    await using http = openHttp3(endpoint(server.port), context)
    assert.equal((await http.get('/')).result?.status, 200)
  })

  test('that cannot be started is quic_unavailable with the reason', async () => {
    const missing = join(folder, 'missing')
    const context = surveyContext({ caFile, quic: { name: 'quinn', program: missing, version: '' } })
    await using http = openHttp3(endpoint(9), context)
    const { failure, detail } = await http.get('/')
    assert.equal(failure, 'quic_unavailable')
    assert.match(detail ?? '', /ENOENT/)
  })

  test('that finds no root it can read says so', async () => {
    const empty = join(folder, 'empty.pem')
    await writeFile(empty, '')
    await using http = openHttp3(endpoint(9), surveyContext({ caFile: empty, quic: stack }))
    const { failure, detail } = await http.get('/')
    assert.equal(failure, 'quic_unavailable')
    assert.match(detail ?? '', /exit code 69 towline-quic: standard input: the roots/)
  })

  test('ends with the process that started it, whose exit it does not keep', async () => {
    const code = `
      import { QuicProgram } from '${join(import.meta.dirname, '../../../crawler/quic/program/quic-program.ts')}'
      console.log(QuicProgram.of('${stack?.program}', '${caFile}').pid)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    await once(child, 'exit')
    const pid = Number(String(line))
    assert.ok(pid > 0)
    await until('the program has ended', () => !isRunning(pid))
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
