import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { inside } from '../../end-to-end/sandbox/inside.ts'

test('a program in the sandbox finds its names by the system’s resolver, and nobody outside does', async () => {
  const machine = readFileSync('/etc/resolv.conf', 'utf8')
  await using sandbox = await openSandbox()
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
  await using sandbox = await openSandbox()
  const found = await inside(sandbox, 'getent', 'hosts', 'example.org')
  assert.equal(found.code, 2)
})
