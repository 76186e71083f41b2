import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { readServer } from '../../../../lab/load/meter/server-reading.ts'
import { until } from '../../../servers/until.ts'

const UNSHARE = ['unshare', '--net', ...(process.geteuid?.() === 0 ? [] : ['--user', '--map-root-user'])]
const skip =
  spawnSync(UNSHARE[0] as string, [...UNSHARE.slice(1), 'true']).status === 0
    ? false
    : 'this machine lets nobody make a network namespace'

/** A server with one child; each says what it has used, and then does nothing. */
const SERVER = `
  const { fork } = require('node:child_process')
  const net = require('node:net'), dgram = require('node:dgram')
  const burn = (ms) => { while (process.cpuUsage().user < ms * 1000) Math.sqrt(Math.random()) }
  const tell = () => {
    const { user, system } = process.cpuUsage()
    console.log(JSON.stringify({ cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() }))
  }
  if (process.argv[1] === 'child') { burn(300); tell(); setInterval(() => {}, 1e6) }
  else {
    const list = [1, 2, 3].map(() => net.createServer().listen({ host: '127.0.0.1', port: 0 }))
    list.push(net.createServer().listen({ host: '::1', port: 0 }))
    const udp = dgram.createSocket('udp4').bind(0, '127.0.0.1')
    const listening = [...list, udp].map((each) => new Promise((resolve) => each.once('listening', resolve)))
    Promise.all(listening).then(() => {
      burn(400)
      const { spawn } = require('node:child_process')
      spawn(process.execPath, ['-e', process.env.SERVER, 'child'], { stdio: 'inherit', env: process.env })
      tell()
    })
  }`

async function start(): Promise<{
  child: ChildProcess
  told: { cpuMs: number; rssBytes: number }[]
  namespace: string
}> {
  const script = 'ip link set lo up && exec "$@"'
  const argv = ['sh', '-c', script, 'sh', process.execPath, '-e', SERVER]
  const [program = '', ...rest] = ['setpriv', '--pdeathsig', 'KILL', '--', ...UNSHARE, ...argv]
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SERVER },
    detached: true,
  })
  const told: { cpuMs: number; rssBytes: number }[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    told.push(JSON.parse(line))
    if (told.length === 2) break
  }
  return { child, told, namespace: readlinkSync(`/proc/${child.pid}/ns/net`) }
}

test('a reading has CPU time, memory and sockets of all processes in the namespace, and of no other', {
  skip,
}, async () => {
  const { child, told, namespace } = await start()
  try {
    const saidMs = told.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
    // They tell before they settle down, and the kernel counts in ticks.
    let read = readServer(namespace, () => 7)
    await until('the CPU time is counted', () => {
      read = readServer(namespace, () => 7)
      return read !== null && read.cpuTotalMs >= saidMs - 40
    })
    assert.ok(read !== null && saidMs >= 700)
    assert.ok(read.cpuTotalMs < saidMs + 400, `${read.cpuTotalMs} ms, by themselves ${saidMs} ms`)
    assert.deepEqual([read.atMs, read.processes], [7, 2])
    assert.deepEqual([read.tcpSockets, read.udpSockets], [4, 1])
    assert.ok(read.threads >= 4, `${read.threads} threads of two Node processes`)
    const saidBytes = told.reduce((sum, { rssBytes }) => sum + rssBytes, 0)
    assert.ok(Math.abs(read.rssBytes / saidBytes - 1) < 0.5, `${read.rssBytes}, by themselves ${saidBytes}`)
    assert.ok(
      read.pssBytes !== null && read.pssBytes > 0 && read.pssBytes < read.rssBytes,
      'Node is mapped twice',
    )
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await once(child, 'exit')
  }
  await until('nobody is there', () => readServer(namespace, () => 7) === null)
})
