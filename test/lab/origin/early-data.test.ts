import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { readOriginLog } from '../../../lab/origin/facts.ts'
import { ADDRESSES, makeOriginFiles, PORTS, startServer, whyNoServer } from './running-server.ts'

const run = promisify(execFile)
const hasOpenssl = await run('openssl', ['version']).then(
  () => true,
  () => false,
)
const skip = (await whyNoServer('towline')) || (hasOpenssl ? false : 'there is no openssl')

for (const [method, status] of [
  ['GET', 200],
  ['POST', 425],
] as const)
  test(`early data with a ${method} is answered by ${status}, and the connection told of`, {
    skip,
  }, async (t) => {
    await using files = await makeOriginFiles({ 'a.test/': 'at once' })
    await using server = await startServer(
      files,
      files.order('towline', { sessionTickets: true, earlyData: true, connectionsSaid: true }),
    )
    const inFolder = (name: string) => join(files.folder, name)
    const head = (name: string) => `${name} / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n`
    await writeFile(inFolder('early'), head(method))
    await writeFile(inFolder('first'), head('GET'))
    const client = `openssl s_client -tls1_3 -quiet -servername a.test -connect ${ADDRESSES.a}:${PORTS.https} -CAfile ${files.caFile}`
    const shell = (line: string) => run('sh', ['-c', `${line} 2>&1`], { timeout: 20_000 })
    await shell(`${client} -ign_eof -sess_out ${inFolder('session')} <${inFolder('first')}`)
    const { stdout } = await shell(
      `${client} -ign_eof -sess_in ${inFolder('session')} -early_data ${inFolder('early')} </dev/null`,
    )
    t.diagnostic(stdout)
    assert.match(stdout, new RegExp(`HTTP/1.1 ${status}`))
    const { connections, facts } = readOriginLog(await server.log())
    assert.deepEqual(facts?.tls, { version: '1.3', sessionTickets: true, earlyData: true, keyExchange: null })
    assert.deepEqual(
      connections.map(({ protocol, resumed, earlyData }) => [protocol, resumed, earlyData]),
      [
        ['http/1.1', false, false],
        ['http/1.1', true, true],
      ],
    )
    assert.ok(await readFile(inFolder('session')))
  })
