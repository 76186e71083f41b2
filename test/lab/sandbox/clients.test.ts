import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openSandbox } from '../../../lab/sandbox/open.ts'

const run = promisify(execFile)

const GET = `
const { request } = require('node:https')
const [host, path, ca] = process.argv.slice(1)
request({ host, path, ca: require('node:fs').readFileSync(ca) }, (answer) => answer.resume()).end()
`

test('each client reaches the servers from an address of its own, and their logs tell which it was', async () => {
  await using sandbox = await openSandbox({ clients: 3, accessLog: true })
  const asked = [0, 1, 2].flatMap((client) =>
    ['all-three.test', 'h2-nginx.test'].map((host) => ({ client, host, path: `/of-${client}` })),
  )
  for (const { client, host, path } of asked) {
    const [program = '', ...argv] = sandbox.command(
      [process.execPath, '-e', GET, host, path, sandbox.caFile],
      client,
    )
    await run(program, argv)
  }
  let logged = await sandbox.requests()
  // A server writes down what it has answered when it comes to it.
  while (logged.length < asked.length) logged = await sandbox.requests()
  assert.deepEqual(
    logged.map(({ client, host, path }) => ({ client, host, path })),
    asked,
  )
  for (const { startMs, endMs, address } of logged) {
    assert.ok(startMs <= endMs)
    assert.match(address, /^(198\.18\.|2001:2:)/)
  }
})
