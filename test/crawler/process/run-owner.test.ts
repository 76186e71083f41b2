import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { isDead, runOwner } from '../../../crawler/process/run-owner.ts'

const OWNER = JSON.stringify(new URL('../../../crawler/process/run-owner.ts', import.meta.url).href)

/** A process that prints its owner name and stays. */
async function otherProcess(): Promise<{ name: string; kill: () => Promise<void> }> {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { runOwner } from ${OWNER}; console.log(runOwner().name); setInterval(() => {}, 1000)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    name: line.toString().trim(),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test('a run is alive until it ends, also where its process lives on', () => {
  const owner = runOwner()
  assert.equal(isDead(owner.name), false)
  owner[Symbol.dispose]()
  assert.equal(isDead(owner.name), true)
})

test('a run of another process is alive until that is killed', async () => {
  const other = await otherProcess()
  assert.equal(isDead(other.name), false)
  await other.kill()
  assert.equal(isDead(other.name), true)
})

test('two runs have different names', () => {
  assert.notEqual(runOwner().name, runOwner().name)
})

test('a process id that was given to another process since does not keep a run alive', {
  skip: process.platform !== 'linux',
}, () => {
  const parts = runOwner().name.split('|')
  parts[4] = '1'
  assert.equal(isDead(parts.join('|')), true)
})

test('a run before the last boot of this machine is dead', { skip: process.platform !== 'linux' }, () => {
  const parts = runOwner().name.split('|')
  parts[1] = '00000000-0000-0000-0000-000000000000'
  assert.equal(isDead(parts.join('|')), true)
})

test('of a run on another machine or in another container nothing is known: it counts as alive', () => {
  const parts = runOwner().name.split('|')
  assert.equal(isDead(parts.with(0, 'another-host').join('|')), false)
  assert.equal(isDead(parts.with(2, 'pid:[1]').join('|')), false)
})
