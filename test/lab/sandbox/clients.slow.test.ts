import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { congestionControlsOf } from '../../../lab/load/meter/tcp-congestion-control.ts'
import { availableCongestionControls } from '../../../lab/process/congestion-controls.ts'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { inside } from '../../end-to-end/sandbox/inside.ts'
import { opened } from '../../opened.ts'

const run = promisify(execFile)
const machine = readFileSync('/etc/resolv.conf', 'utf8')

const sandbox = opened(() => openSandbox({ clients: 3, accessLog: true }))

const GET = `
const { request } = require('node:https')
const [host, path, ca] = process.argv.slice(1)
request({ host, path, ca: require('node:fs').readFileSync(ca) }, (answer) => answer.resume()).end()
`

test('each client reaches the servers from an address of its own, and their logs tell which it was', async () => {
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
  for (const client of [0, 1, 2]) {
    const [program = '', ...argv] = sandbox.command([process.execPath, '-e', LOOK, 'all-three.test'], client)
    const { stdout } = await run(program, argv)
    assert.deepEqual(congestionControlsOf(stdout, available), ['cubic'])
  }
})

test('a program in the sandbox finds its names by the system’s resolver, and nobody outside does', async () => {
  const found = await inside(sandbox, 'getent', 'ahosts', 'all-three.test')
  assert.match(found.stdout, /^198\.18\./m, found.stderr)
  assert.match(found.stdout, /^2001:2:/m)
  const files = await inside(sandbox, 'cat', '/etc/resolv.conf', '/etc/nsswitch.conf')
  assert.equal(files.stdout, `nameserver ${sandbox.resolver}\nhosts: files dns\n`)
  const result = await inside(
    sandbox,
    'curl',
    '--silent',
    '--cacert',
    sandbox.caFile,
    '--head',
    'https://all-three.test/',
  )
  assert.match(result.stdout, /^HTTP\/2 200/)
  assert.equal(readFileSync('/etc/resolv.conf', 'utf8'), machine)
})

test('a name that is not of the sandbox is not found', async () => {
  const found = await inside(sandbox, 'getent', 'hosts', 'example.org')
  assert.equal(found.code, 2)
})
