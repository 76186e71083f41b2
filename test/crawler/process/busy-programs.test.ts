import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { busyPrograms, namesOfBusiest, scrubbedName } from '../../../crawler/process/busy-programs.ts'
import { until } from '../../servers/until.ts'

const notLinux = process.platform !== 'linux' && 'only Linux tells what other processes do'

test('programs are named by the time that they had together, the busiest first, three at most', () => {
  const names: Readonly<Record<string, string>> = { 1: 'cargo', 2: 'node', 3: 'cargo', 4: 'gzip', 5: 'tar' }
  const before = new Map([
    ['1', 100],
    ['2', 50],
    ['3', 0],
    ['4', 7],
    ['5', 0],
  ])
  const after = new Map([
    ['1', 106],
    ['2', 60],
    ['3', 5],
    ['4', 8],
    ['5', 3],
    ['6', 900],
  ])
  assert.deepEqual(
    namesOfBusiest(before, after, (pid) => names[pid] ?? 'other'),
    ['cargo', 'node', 'tar'],
    'one tick is nothing, and of what has just started nothing is known',
  )
})

test('of a command only the name of its program is left: no folder, no argument, no title', () => {
  assert.equal(scrubbedName('/home/Jane Doe/bin/rust-analyzer'), 'rust-analyzer')
  assert.equal(scrubbedName('postgres: jane secrets 10.0.0.7(5/x) SELECT'), 'postgres')
  assert.equal(scrubbedName('target/debug/rattan'), 'rattan')
  assert.equal(scrubbedName('python3.12'), 'python3.12')
  assert.equal(scrubbedName(''), null)
})

test('a program that keeps a core busy is named, and not where its group is left out', {
  skip: notLinux,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'towline-busy-'))
  const program = join(folder, 'spinner')
  await copyFile('/bin/sh', program)
  const child = spawn(program, ['-c', 'while :; do :; done'], { detached: true })
  const group = child.pid ?? assert.fail()
  try {
    const { signal } = new AbortController()
    await until('it is named', async () => (await busyPrograms(null, signal)).includes('spinner'))
    assert.ok(!(await busyPrograms(group, signal)).includes('spinner'))
  } finally {
    const ended = once(child, 'exit')
    process.kill(-group, 'SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  }
})
