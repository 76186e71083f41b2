import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { congestionControlsOf } from '../../../lab/load/meter/tcp-congestion-control.ts'
import { availableCongestionControls } from '../../../lab/process/congestion-controls.ts'
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

/** Connects, says what ss(8) says of the connections, and leaves. */
const LOOK = `
const socket = require('node:net').connect({ host: process.argv[1], port: 443 })
socket.on('connect', () => {
  process.stdout.write(require('node:child_process').execFileSync('ss', ['-tinHO', 'state', 'established']))
  socket.destroy()
})
`
const available = await availableCongestionControls()

test('TCP has the congestion control of the lab, whatever the machine has', {
  skip: !available.includes('cubic') && 'this kernel has no cubic',
}, async () => {
  await using sandbox = await openSandbox({ clients: 2 })
  for (const client of [0, 1]) {
    const [program = '', ...argv] = sandbox.command([process.execPath, '-e', LOOK, 'all-three.test'], client)
    const { stdout } = await run(program, argv)
    assert.deepEqual(congestionControlsOf(stdout, available), ['cubic'])
  }
})
